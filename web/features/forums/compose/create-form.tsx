import { useState } from "react";
import { createThreadRoute } from "#domain/forums/api.ts";
import { subforumUrl } from "#domain/forums/view.ts";
import { useForm } from "#web/lib/form.ts";
import { composeText as text } from "#web/text/compose.ts";
import { HeldNotice } from "./held-notice.tsx";
import { PostForm } from "./post-form.tsx";
import { useDraft } from "./use-draft.ts";
import { useSent } from "./use-sent.ts";

/** Where a thread is begun. */
export function CreateForm({ subforum }: { subforum: number }) {
  const state = useDraft(`subforum:${subforum}`, { title: "", body: "", quote: null });
  const [held, setHeld] = useState<string | null>(null);
  const sent = useSent();
  const form = useForm(createThreadRoute, {
    params: { subforum },
    read: () => ({ title: state.draft.title, body: state.draft.body }),
    onDone: (answer) => {
      state.clear();
      setHeld(answer.held?.message ?? null);
      sent(answer.thread?.url);
    },
  });
  if (held) return <HeldNotice message={held} />;
  return <PostForm form={form} state={state} submit={text.create} hasTitle cancel={subforumUrl(subforum)} />;
}

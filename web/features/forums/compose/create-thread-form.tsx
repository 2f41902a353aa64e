import { useState } from "react";
import { createThreadRoute } from "#domain/forums/api.ts";
import { subforumUrl } from "#domain/forums/view.ts";
import { useForm } from "#web/lib/form.ts";
import { composeText as text } from "../text/compose.ts";
import { HeldNotice } from "./held-notice.tsx";
import { PostForm } from "./post-form.tsx";
import { useAfterPost } from "./use-after-post.ts";
import { useForumDraft } from "./use-forum-draft.ts";

/** The form to create a thread. */
export function CreateThreadForm({ subforum }: { subforum: number }) {
  const state = useForumDraft(`subforum:${subforum}`, { title: "", body: "", quote: null });
  const [held, setHeld] = useState<string | null>(null);
  const afterPost = useAfterPost();
  const form = useForm(createThreadRoute, {
    params: { subforum },
    read: () => ({ title: state.draft.title, body: state.draft.body }),
    onDone: (response) => {
      state.clear();
      setHeld(response.held?.message ?? null);
      afterPost(response.thread?.url);
    },
  });
  if (held) return <HeldNotice message={held} />;
  return <PostForm form={form} state={state} submit={text.create} hasTitle cancel={subforumUrl(subforum)} />;
}

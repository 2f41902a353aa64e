import { useState } from "react";
import { createReplyRoute, type Reply } from "#domain/forums/api.ts";
import { useForm } from "#web/lib/form.ts";
import { composeText as text } from "#web/text/compose.ts";
import { HeldNotice } from "./held-notice.tsx";
import { PostForm } from "./post-form.tsx";
import { quoteOf, quotes, withQuote } from "./quote.ts";
import { useDraft } from "./use-draft.ts";
import { useSent } from "./use-sent.ts";

export interface ReplyFormProps {
  threadId: number;
  /** Whom it answers. */
  quoted?: Reply | undefined;
  cancel?: string | undefined;
  /** Under a thread rather than on a page of its own. */
  isQuick?: boolean;
}

/** Where a thread is replied to. What was begun under the thread goes on here, and the other way around. */
export function ReplyForm({ threadId, quoted, cancel, isQuick }: ReplyFormProps) {
  const quote = quoted ? quoteOf(quoted) : "";
  const state = useDraft(
    `thread:${threadId}`,
    { title: "", body: quote, quote: quoted?.id ?? null },
    (kept, initial) =>
      kept ? { ...kept, body: withQuote(kept.body, quote), quote: quoted?.id ?? kept.quote } : initial,
  );
  const [held, setHeld] = useState<string | null>(null);
  const sent = useSent();
  const form = useForm(createReplyRoute, {
    params: { id: threadId },
    read: () => {
      const { body, quote } = state.draft;
      return { body, quote: quote !== null && quotes(body, threadId, quote) ? quote : null };
    },
    onDone: (answer) => {
      state.clear();
      setHeld(answer.held?.message ?? null);
      sent(answer.reply?.url);
    },
  });
  return (
    <>
      {held && <HeldNotice message={held} />}
      {(!held || isQuick) && (
        <PostForm
          form={form}
          state={state}
          submit={text.send}
          cancel={cancel}
          placeholder={isQuick ? text.quickPlaceholder : undefined}
          rows={isQuick ? 4 : undefined}
        />
      )}
    </>
  );
}

import { useState } from "react";
import { createReplyRoute, type Reply } from "#domain/forums/api.ts";
import { useForm } from "#web/lib/form.ts";
import { composeText as text } from "../text/compose.ts";
import { HeldNotice } from "./held-notice.tsx";
import { PostForm } from "./post-form.tsx";
import { isQuoting, quoteOf, withQuote } from "./quote.ts";
import { useAfterPost } from "./use-after-post.ts";
import { useForumDraft } from "./use-forum-draft.ts";

export interface ReplyFormProps {
  threadId: number;
  quoted?: Reply | undefined;
  cancel?: string | undefined;
  isQuick?: boolean;
}

/** The form to reply to a thread. The draft is shared between the quick form and the reply page. */
export function ReplyForm({ threadId, quoted, cancel, isQuick }: ReplyFormProps) {
  const quote = quoted ? quoteOf(quoted) : "";
  const state = useForumDraft(
    `thread:${threadId}`,
    { title: "", body: quote, quote: quoted?.id ?? null },
    (stored, initial) =>
      stored
        ? { ...stored, body: withQuote(stored.body, quote), quote: quoted?.id ?? stored.quote }
        : initial,
  );
  const [held, setHeld] = useState<string | null>(null);
  const afterPost = useAfterPost();
  const form = useForm(createReplyRoute, {
    params: { id: threadId },
    read: () => {
      const { body, quote } = state.draft;
      return { body, quote: quote !== null && isQuoting(body, threadId, quote) ? quote : null };
    },
    onDone: (response) => {
      state.clear();
      setHeld(response.held?.message ?? null);
      afterPost(response.reply?.url);
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

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { createCommentRoute } from "#domain/comments/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { type CommentListTarget, prependComment } from "./comment-list.ts";

/** A comment being sent. Shown immediately; stays with its text if sending fails. */
export interface CommentDraft {
  key: number;
  body: string;
  created_at: string;
  /** Why it couldn't be sent; null while it's being sent. */
  error: Error | null;
}

/** Sends comments. Each is listed as a draft until the server's version replaces it. */
export function useCommentDrafts(target: CommentListTarget) {
  const client = useQueryClient();
  const lastKey = useRef(0);
  const [drafts, setDrafts] = useState<readonly CommentDraft[]>([]);
  const [held, setHeld] = useState<string | null>(null);

  const remove = (key: number) => setDrafts((all) => all.filter((draft) => draft.key !== key));
  const setError = (key: number, error: Error | null) =>
    setDrafts((all) => all.map((draft) => (draft.key === key ? { ...draft, error } : draft)));

  const { failure, dismiss, run } = useAction(
    ({ body }: CommentDraft) => call(createCommentRoute, { input: { ...target, body } }),
    {
      parallel: true,
      onDone: async ({ comment, held: notice }, { key }) => {
        if (comment) await prependComment(client, target, comment);
        setHeld(notice?.message ?? null);
        remove(key);
      },
      errors: "inline",
      onEnd: ({ key }, error) => error && setError(key, error),
    },
  );

  return {
    drafts,
    failure,
    /** Notice if the newest comment is held for review. */
    held,
    dismissHeld: () => setHeld(null),
    dismiss,
    send: (body: string) => {
      const draft = {
        key: ++lastKey.current,
        body,
        created_at: new Date(serverTime()).toISOString(),
        error: null,
      };
      setDrafts((all) => [draft, ...all]);
      void run(draft);
    },
    retry: (draft: CommentDraft) => {
      setError(draft.key, null);
      void run(draft);
    },
    remove: (draft: CommentDraft) => {
      remove(draft.key);
      dismiss();
    },
  };
}

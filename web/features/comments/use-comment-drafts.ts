import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { createCommentRoute } from "#domain/comments/api.ts";
import { call } from "#web/lib/api.ts";
import { type CommentListTarget, prependComment } from "./comment-list.ts";

/** A comment being sent. Shown immediately; stays with its text if sending fails. */
export interface CommentDraft {
  key: number;
  body: string;
  created_at: string;
  failed: boolean;
}

/** Sends comments. Each is listed as a draft until the server's version replaces it. */
export function useCommentDrafts(target: CommentListTarget) {
  const client = useQueryClient();
  const lastKey = useRef(0);
  const [drafts, setDrafts] = useState<readonly CommentDraft[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [held, setHeld] = useState<string | null>(null);

  const remove = (key: number) => setDrafts((all) => all.filter((draft) => draft.key !== key));
  const setFailed = (key: number, failed: boolean) =>
    setDrafts((all) => all.map((draft) => (draft.key === key ? { ...draft, failed } : draft)));

  const post = async ({ key, body }: CommentDraft) => {
    setFailure(null);
    try {
      const response = await call(createCommentRoute, { input: { ...target, body } });
      if (response.comment) await prependComment(client, target, response.comment);
      setHeld(response.held?.message ?? null);
      remove(key);
    } catch (error) {
      setFailed(key, true);
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };

  return {
    drafts,
    failure,
    /** Notice if the newest comment is held for review. */
    held,
    dismissHeld: () => setHeld(null),
    dismiss: () => setFailure(null),
    send: (body: string) => {
      const draft = { key: ++lastKey.current, body, created_at: new Date().toISOString(), failed: false };
      setDrafts((all) => [draft, ...all]);
      void post(draft);
    },
    retry: (draft: CommentDraft) => {
      setFailed(draft.key, false);
      void post(draft);
    },
    remove: (draft: CommentDraft) => {
      remove(draft.key);
      setFailure(null);
    },
  };
}

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { createCommentRoute } from "#domain/comments/api.ts";
import { call } from "#web/lib/api.ts";
import { addComment, type Target } from "./comment-query.ts";

/** A comment on its way: shown at once, kept with its text when it could not be sent. */
export interface Draft {
  key: number;
  body: string;
  created_at: string;
  failed: boolean;
}

/** Sends comments. Each stands in the list from the moment it is sent until the server's own takes its place. */
export function useDrafts(target: Target) {
  const client = useQueryClient();
  const lastKey = useRef(0);
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [held, setHeld] = useState<string | null>(null);

  const drop = (key: number) => setDrafts((all) => all.filter((draft) => draft.key !== key));
  const mark = (key: number, failed: boolean) =>
    setDrafts((all) => all.map((draft) => (draft.key === key ? { ...draft, failed } : draft)));

  const post = async ({ key, body }: Draft) => {
    setFailure(null);
    try {
      const answer = await call(createCommentRoute, { input: { ...target, body } });
      if (answer.comment) await addComment(client, target, answer.comment);
      setHeld(answer.held?.message ?? null);
      drop(key);
    } catch (error) {
      mark(key, true);
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };

  return {
    drafts,
    failure,
    /** What the newest one waits for, where it does. */
    held,
    dismissHeld: () => setHeld(null),
    dismiss: () => setFailure(null),
    send: (body: string) => {
      const draft = { key: ++lastKey.current, body, created_at: new Date().toISOString(), failed: false };
      setDrafts((all) => [draft, ...all]);
      void post(draft);
    },
    retry: (draft: Draft) => {
      mark(draft.key, false);
      void post(draft);
    },
    drop: (draft: Draft) => {
      drop(draft.key);
      setFailure(null);
    },
  };
}

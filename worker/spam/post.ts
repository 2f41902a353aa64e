import type { CommentTarget } from "#domain/comments/rules.ts";
import type { SubforumId } from "#domain/forums/rules.ts";

/** A text that others will read, and its target. */
export type Post =
  | { kind: "comment"; place: { type: CommentTarget; id: number }; body: string }
  | { kind: "thread"; place: { subforum_id: SubforumId }; title: string; body: string }
  | { kind: "reply"; place: { thread_id: number; quote_id: number | null }; body: string };

export type NewThread = Extract<Post, { kind: "thread" }>;
export type NewReply = Extract<Post, { kind: "reply" }>;

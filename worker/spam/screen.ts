import { type SQL, sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import type { Actor } from "#domain/levels/rules.ts";

/** A text that others will read, and where it goes. */
export type Post =
  | { kind: "comment"; place: { type: CommentTarget; id: number }; body: string }
  | { kind: "thread"; place: { subforum_id: number }; title: string; body: string }
  | { kind: "reply"; place: { thread_id: number; quote_id: number | null }; body: string };

/** What is known of an author and their text before it is judged: one row. */
export interface ScreenRow {
  words: string | null;
}

/** Why a text waits for staff, and the words that were found. */
export interface Hold {
  why: "repeated" | "links" | "words";
  found: string;
}

/** What `judge` wants to know; belongs into the first read of whoever takes a text in. */
export function screenQuery(_author: Actor, _post: Post, _now: number): Query<ScreenRow> {
  return select(sql`select (select value from site_values where name = 'words') as words`);
}

/** Lets a text pass (null) or has it wait; refuses what a new account writes too fast and words nobody wants. */
export function judge(_row: ScreenRow | undefined, _author: Actor, _post: Post, _now: number): Hold | null {
  return null;
}

/** Remembers a text that passed, so that the same again is known: goes into the batch that writes it. */
export function printEntry(_author: Actor, _post: Post, _now: number, _when: SQL = sql`true`): Query[] {
  return [];
}

/** Keeps a text for staff, in the place of writing it; the last statement answers `{id}`. */
export function holdStatements(
  author: Actor,
  post: Post,
  { why, found }: Hold,
  now: number,
): Query<{ id: number }>[] {
  const title = "title" in post ? post.title : "";
  return [
    select<{
      id: number;
    }>(sql`insert into held_posts (user_id, kind, place, title, body, why, found, created_at)
      values (${author.id}, ${post.kind}, ${JSON.stringify(post.place)}, ${title}, ${post.body}, ${why}, ${found}, ${now})
      returning id`),
  ];
}

/** What an author is told whose text waits. */
export const HELD_MESSAGE =
  "A moderator will look at this before others see it. You can follow it under Your standing.";

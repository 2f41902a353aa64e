import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { ApiError } from "#domain/errors.ts";
import type { SubforumId } from "#domain/forums/rules.ts";
import { type Actor, isStaff } from "#domain/levels/rules.ts";
import { DAY, type Hold, holdOf, isNewcomer, isTooFast, PER_HOUR, sameness } from "#domain/spam/rules.ts";
import { Words } from "#domain/spam/words.ts";
import { type Env, limitsOff } from "../env.ts";
import { hashToken } from "../http/crypto.ts";
import { wordsColumn } from "./words.ts";

const HOUR = 60 * 60 * 1000;
/** Of the same text's newest rows so many are looked at. */
const SAME_LOOKED_AT = 50;

/** A text that others will read, and where it goes. */
export type Post =
  | { kind: "comment"; place: { type: CommentTarget; id: number }; body: string }
  | { kind: "thread"; place: { subforum_id: SubforumId }; title: string; body: string }
  | { kind: "reply"; place: { thread_id: number; quote_id: number | null }; body: string };

/** What is known of an author and their text before it is judged: one row. */
export interface ScreenRow {
  created_at: number;
  email_verified_at: number | null;
  words: string | null;
  posts: number;
  threads: number;
  same_own: number;
  same_others: number;
}

const textOf = (post: Post): string => ("title" in post ? `${post.title}\n${post.body}` : post.body);
const printOf = (post: Post): string => hashToken(`print:${sameness(textOf(post))}`).slice(0, 22);

/** What `judge` wants to know; belongs into the first read of whoever takes a text in. Reads some hundred rows at most. */
export function screenQuery(author: Actor, post: Post, now: number): Statement<ScreenRow> {
  const most = sql.raw(String(PER_HOUR.settled.posts));
  const looked = sql.raw(String(SAME_LOOKED_AT));
  const recent = sql`select kind from prints where user_id = ${author.id} and created_at > ${now - HOUR} limit ${most}`;
  const same = sql`select user_id, created_at from prints where print = ${printOf(post)} and created_at > ${now - DAY}
    order by created_at desc limit ${looked}`;
  return statement<ScreenRow>(sql`
    with recent as materialized (${recent}), same as materialized (${same})
    select u.created_at, u.email_verified_at, ${wordsColumn} as words,
      (select count(*) from recent) as posts, (select count(*) from recent where kind = 'thread') as threads,
      (select count(*) from same where user_id = u.id) as same_own,
      (select count(distinct user_id) from same where user_id <> u.id and created_at > ${now - HOUR}) as same_others
    from users u where u.id = ${author.id}`);
}

const ownHost = (env: Env): string =>
  env.ORIGIN && URL.canParse(env.ORIGIN) ? new URL(env.ORIGIN).host : "";

/**
 * Lets a text pass (null) or has it wait; refuses what is written too fast, which is sooner for new accounts, and words
 * that nobody wants. Staff are known, and not judged.
 */
export function judge(
  row: ScreenRow | undefined,
  author: Actor,
  post: Post,
  now: number,
  env: Env,
): Hold | null {
  if (!row || isStaff(author)) return null;
  const words = Words.read(row.words);
  const text = textOf(post);
  const refused = words.find(text, "refuse");
  if (refused.length > 0) {
    const message = `“${refused.join("”, “")}” can't be written here.`;
    throw new ApiError("word_refused", { message, errors: { body: [message] } });
  }
  const newcomer = isNewcomer(row, now);
  const past = { ...row, newcomer };
  // For measuring, nothing is too fast and nothing too often.
  if (limitsOff(env))
    return holdOf(text, { ...past, newcomer: false, same_own: 0, same_others: 0 }, words, ownHost(env));
  if (isTooFast(past, post.kind))
    throw new ApiError("too_many", {
      message: newcomer
        ? "New accounts can write a little at a time. Wait a few minutes and try again."
        : "You have written a lot within an hour. Wait a few minutes and try again.",
      retryAfter: 600,
    });
  return holdOf(text, past, words, ownHost(env));
}

/** Remembers a text, so that the same again is known: goes into the batch that writes it or keeps it back. */
export function printEntry(author: Actor, post: Post, now: number, when: SQL = sql`true`): Statement[] {
  return [
    statement(sql`insert into prints (user_id, kind, print, created_at)
      select ${author.id}, ${post.kind}, ${printOf(post)}, ${now} where ${when}`),
  ];
}

/** Keeps a text for staff, in the place of writing it; the last statement answers `{id}`. */
export function holdStatements(
  author: Actor,
  post: Post,
  { why, found }: Hold,
  now: number,
): Statement<{ id: number }>[] {
  const title = "title" in post ? post.title : "";
  return [
    ...(printEntry(author, post, now) as Statement<{ id: number }>[]),
    statement<{
      id: number;
    }>(sql`insert into held_posts (user_id, kind, place, title, body, why, found, created_at)
      values (${author.id}, ${post.kind}, ${JSON.stringify(post.place)}, ${title}, ${post.body}, ${why}, ${found}, ${now})
      returning id`),
  ];
}

/** What an author is told whose text waits. */
export const HELD_MESSAGE =
  "A moderator will look at this before others see it. You can follow it under Your standing.";

import type { InferInsertModel } from "drizzle-orm";
import {
  type Columns,
  ConditionFailed,
  first,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import type { post_fingerprints } from "#db/schema/index.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import {
  DAY_MS,
  floodLimit,
  type Hold,
  hasTooManyLinks,
  holdFor,
  isNewcomer,
  isTooFast,
  NEWCOMER_PER_DAY,
  POSTS_PER_HOUR,
  repeatLimit,
  textKey,
} from "#domain/spam/rules.ts";
import { limitsOff } from "../env.ts";
import { hashToken, type SessionAccount } from "../http/session.ts";
import type { MainEffect } from "../outbox/effects.ts";
import type { NewReply, NewThread, Post } from "./post.ts";
import { lastWords, readWords, wordsColumn } from "./words.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** Counts a newcomer's action against its daily limit. Returns the seconds to wait, or 0. */
export const countNewcomerAction = (
  env: Env,
  userId: number,
  what: keyof typeof NEWCOMER_PER_DAY,
): Promise<number> =>
  env.THROTTLE.getByName(`newcomer:${what}:${userId}`).attempt(NEWCOMER_PER_DAY[what], DAY_SECONDS);

/** Shown to newcomers who have reached a daily limit. */
export const NEWCOMER_LIMIT_MESSAGE =
  "New accounts can only do this a few times a day. Verify your email address, and try again tomorrow.";

/** Condition: `limitNewcomer` doesn't count what the member does. */
export const isNoNewcomer = (env: Env, member: Actor, now: number): SQL =>
  limitsOff(env) || isStaff(member)
    ? sql`true`
    : sql`exists (select 1 from users where id = ${member.id} and email_verified_at is not null
        and created_at <= ${now - DAY_MS})`;

/** Throws `too_many` if a newcomer has reached the daily limit of an action. */
export async function limitNewcomer(
  env: Env,
  account: Pick<SessionAccount, "id" | "created_at" | "email_verified_at" | "role"> | null,
  what: keyof typeof NEWCOMER_PER_DAY,
  now: number,
): Promise<void> {
  // No cost for established accounts.
  if (!account || limitsOff(env) || isStaff(account) || !isNewcomer(account, now)) return;
  const wait = await countNewcomerAction(env, account.id, what);
  if (wait > 0) throw new ApiError("too_many", { message: NEWCOMER_LIMIT_MESSAGE, retryAfter: wait });
}

const HOUR = 60 * 60 * 1000;
/** Only this many of the newest rows with the same text are compared. */
const MAX_SAME_ROWS = 50;

/** An author's history and the matches of their text, in one row. */
export interface ScreenRow extends Columns<"users", "created_at" | "email_verified_at"> {
  words: string | null;
  posts: number;
  threads: number;
  same_own: number;
  same_others: number;
}

const textOf = (post: Post): string => ("title" in post ? `${post.title}\n${post.body}` : post.body);
const fingerprintOf = (post: Post): string => hashToken(`post:${textKey(textOf(post))}`).slice(0, 22);

/** Loads the input of `screenPost`, in a command's first read. Reads a few hundred rows at most. */
export function screenQuery(author: Actor, post: Post, now: number): Statement<ScreenRow> {
  const maxPosts = sql.raw(String(POSTS_PER_HOUR.regular.posts));
  const maxRows = sql.raw(String(MAX_SAME_ROWS));
  const recent = sql`select kind from post_fingerprints where user_id = ${author.id} and created_at > ${now - HOUR} limit ${maxPosts}`;
  const same = sql`select user_id, created_at from post_fingerprints where fingerprint = ${fingerprintOf(post)} and created_at > ${now - DAY_MS}
    order by created_at desc limit ${maxRows}`;
  return statement<ScreenRow>`
    with recent as materialized (${recent}), same as materialized (${same})
    select u.created_at, u.email_verified_at, ${wordsColumn} as words,
      (select count(*) from recent) as posts, (select count(*) from recent where kind = 'thread') as threads,
      (select count(*) from same where user_id = u.id) as same_own,
      (select count(distinct user_id) from same where user_id <> u.id and created_at > ${now - HOUR}) as same_others
    from users u where u.id = ${author.id}`;
}

/** The site's own host: links to it count as none. */
export const ownHost = (env: Env): string =>
  env.ORIGIN && URL.canParse(env.ORIGIN) ? new URL(env.ORIGIN).host : "";

/** Null to accept, a Hold for review; throws if too fast or banned words. Staff are exempt. */
export function screenPost(
  row: ScreenRow | undefined,
  author: Actor,
  post: Post,
  now: number,
  env: Env,
): Hold | null {
  if (!row || isStaff(author)) return null;
  const words = readWords(row.words);
  const text = textOf(post);
  const refused = words.find(text, "refuse");
  if (refused.length > 0) {
    const message = `“${refused.join("”, “")}” isn't allowed here.`;
    throw new ApiError("word_refused", { message, errors: { body: [message] } });
  }
  const newcomer = isNewcomer(row, now);
  const history = { ...row, newcomer };
  // Load tests run without rate and repetition limits.
  if (limitsOff(env))
    return holdFor(text, { ...history, newcomer: false, same_own: 0, same_others: 0 }, words, ownHost(env));
  if (isTooFast(history, post.kind)) throw tooFastError(newcomer);
  return holdFor(text, history, words, ownHost(env));
}

const tooFastError = (newcomer: boolean) =>
  new ApiError("too_many", {
    message: newcomer
      ? "New accounts can only post a little at a time. Wait a few minutes and try again."
      : "You've posted a lot in the last hour. Wait a few minutes and try again.",
    retryAfter: 600,
  });

/** The error of a post for which `isWithinForumLimits` didn't hold: the forums know of posts before the main database does. */
export function throwTooFast(error: unknown): never {
  throw error instanceof ConditionFailed ? tooFastError(false) : error;
}

/** Condition: `screenPost` accepts a comment. Null if that takes a look at the word list or the text. */
export function isAccepted(
  author: Actor,
  post: Extract<Post, { kind: "comment" }>,
  now: number,
  env: Env,
): SQL | null {
  if (isStaff(author)) return sql`true`;
  const last = lastWords();
  const text = textOf(post);
  const own = ownHost(env);
  if (!last || [...last.words.find(text, "refuse"), ...last.words.find(text, "hold")].length > 0) return null;
  if (hasTooManyLinks(text, false, own)) return null;
  const areWordsSame = sql`${wordsColumn} is ${last.json}`;
  if (limitsOff(env)) return areWordsSame;
  const isNew = sql`(u.email_verified_at is null or u.created_at > ${now - DAY_MS})`;
  const { newcomer, regular } = POSTS_PER_HOUR;
  const count = (which: SQL, most: number) =>
    sql`(select count(*) from (select 1 from post_fingerprints where user_id = u.id and ${which} limit ${sql.raw(String(most))}))`;
  const isSame = sql`fingerprint = ${fingerprintOf(post)} and created_at > ${now - DAY_MS}`;
  const repeats = repeatLimit(text);
  const accounts = floodLimit(text);
  const others = sql`(select count(distinct user_id) from (select user_id, created_at from post_fingerprints where ${isSame}
    order by created_at desc limit ${sql.raw(String(MAX_SAME_ROWS))}) where user_id <> u.id and created_at > ${now - HOUR})`;
  return sql`${areWordsSame} and exists (select 1 from users u where u.id = ${author.id}
    and ${count(sql`created_at > ${now - HOUR}`, regular.posts)} < iif(${isNew}, ${newcomer.posts}, ${regular.posts})
    and ${count(isSame, repeats)} < ${repeats}
    and ${accounts === null ? sql`true` : sql`${others} < ${accounts}`}
    and ${hasTooManyLinks(text, true, own) ? sql`not ${isNew}` : sql`true`})`;
}

/** Condition on the forums' database: the author keeps within their hourly limits of threads and posts there. */
export function isWithinForumLimits(
  row: ScreenRow | undefined,
  author: Actor,
  { kind }: NewThread | NewReply,
  now: number,
  env: Env,
): SQL {
  if (!row || isStaff(author) || limitsOff(env)) return sql`true`;
  const max = POSTS_PER_HOUR[isNewcomer(row, now) ? "newcomer" : "regular"];
  const fewer = (table: "threads" | "replies", limit: number) =>
    sql`coalesce((select created_at from ${sql.raw(table)} where user_id = ${author.id}
      order by id desc limit 1 offset ${limit - 1}), 0) <= ${now - HOUR}`;
  return kind === "thread"
    ? sql`${fewer("threads", max.threads)} and ${fewer("replies", max.posts)}`
    : fewer("replies", max.posts);
}

/** Stores a text's fingerprint to detect repetitions. Goes into the batch that writes or holds the text. */
export function storeFingerprint(author: Actor, post: Post, now: number, when: SQL = sql`true`): Statement {
  return insertFingerprint(
    { user_id: author.id, kind: post.kind, fingerprint: fingerprintOf(post) },
    now,
    when,
  );
}

export const insertFingerprint = (
  { user_id, kind, fingerprint }: Omit<InferInsertModel<typeof post_fingerprints>, "created_at">,
  now: number,
  when: SQL,
): Statement =>
  statement`insert into post_fingerprints (user_id, kind, fingerprint, created_at)
    select ${user_id}, ${kind}, ${fingerprint}, ${now} where ${when}`;

/** The same for a text of another database. */
export const fingerprintEffect = (author: Pick<Actor, "id">, post: NewThread | NewReply): MainEffect => ({
  type: "fingerprint",
  user_id: author.id,
  kind: post.kind,
  fingerprint: fingerprintOf(post),
});

/** Returns the statements that queue a text for review instead of writing it; `held` returns its id. */
export function holdStatements(author: Actor, post: Post, { why, found }: Hold, now: number) {
  const title = "title" in post ? post.title : "";
  return {
    fingerprint: storeFingerprint(author, post, now),
    held: first<Columns<"held_posts", "id">>`insert into held_posts (user_id, kind, place, title, body, why,
      found, created_at)
      values (${author.id}, ${post.kind}, ${JSON.stringify(post.place)}, ${title}, ${post.body}, ${why}, ${found}, ${now})
      returning id`,
  };
}

/** Shown to the author of a held text. */
export const HELD_MESSAGE =
  "A moderator will review this before it's visible. You can check its status under Your standing.";

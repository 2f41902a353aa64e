import { type BatchRows, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { REJECTION_LOOKBACK_MS, reviewCauseFor } from "#domain/items/reviews/rules.ts";
import {
  findSimilar,
  type SimilarItem,
  similarCandidatesQuery,
  type TextureFingerprint,
} from "./texture-fingerprint.ts";

/** The findings about a new item, before it's created. */
export interface ItemScreening {
  maker: Actor;
  fingerprint: TextureFingerprint;
  /** Other users' items that it resembles. */
  resembles: SimilarItem[];
  wasRejectedRecently: boolean;
}

const wasRejectedRecently = (maker: number, now: number): SQL =>
  sql`exists (select 1 from item_reviews where user_id = ${maker} and rejected_at > ${now - REJECTION_LOOKBACK_MS})`;

/** The queries to run before an item is created; pass the results to `screenItem`. */
export const screeningQueries = (fingerprint: TextureFingerprint, maker: Actor, now: number) => ({
  candidates: similarCandidatesQuery(fingerprint, maker.id),
  history: statement<{
    rejected_lately: 0 | 1;
  }>`select ${wasRejectedRecently(maker.id, now)} as rejected_lately`,
});

/** Builds the findings from the results. */
export const screenItem = (
  maker: Actor,
  fingerprint: TextureFingerprint,
  { candidates, history: [history] }: BatchRows<ReturnType<typeof screeningQueries>>,
): ItemScreening => ({
  maker,
  fingerprint,
  resembles: findSimilar(fingerprint, candidates),
  wasRejectedRecently: history?.rejected_lately === 1,
});

/** The oldest item with the same pixels, if someone else made it. It may have been created since the search. */
const exactDuplicate = ({ maker, fingerprint }: ItemScreening): SQL =>
  sql`(select t.id from (select t.id, t.user_id from item_fingerprint_keys m cross join items t on t.id = m.item_id
      where m.key = ${fingerprint.keys[0] ?? ""} order by m.item_id limit 1) t where t.user_id <> ${maker.id})`;

const reviewCause = ({ maker, resembles, wasRejectedRecently }: ItemScreening) =>
  reviewCauseFor(maker, { resembles: resembles.length, rejected_lately: wasRejectedRecently });

/** The state of a new item, as an expression. */
export function initialState(screening: ItemScreening): SQL {
  const cause = reviewCause(screening);
  if (cause || screening.maker.role === "admin" || screening.fingerprint.keys.length === 0)
    return sql`${cause ? "pending" : "shown"}`;
  return sql`case when ${exactDuplicate(screening)} is null then 'shown' else 'pending' end`;
}

/** Queues a new item (its id as SQL) for review if its state requires it. Empty if it can't be pending. */
export function queueForReview(screening: ItemScreening, item: SQL, paid: number, now: number): Statement[] {
  if (!reviewCause(screening) && screening.fingerprint.keys.length === 0) return [];
  const { resembles } = screening;
  const similar = resembles.length
    ? sql`${JSON.stringify(resembles)}`
    : sql`coalesce((select json_array(json_object('id', w.id, 'percent', 100)) from (select ${exactDuplicate(screening)} as id) w
        where w.id is not null), '[]')`;
  return [
    statement`insert into item_reviews (item_id, user_id, why, resembles, paid, created_at)
    select id, user_id, ${reviewCause(screening) ?? "likeness"}, ${similar}, ${paid}, ${now} from items
    where id = ${item} and state = 'pending'`,
  ];
}

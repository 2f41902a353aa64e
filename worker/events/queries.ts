import {
  type Columns,
  type ColumnsAs,
  type Nullable,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import type { Challenge } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { EVENT_LIMITS } from "#domain/events/rules.ts";
import { formatDuration, isoTime, newYorkDay } from "#domain/time.ts";
import { itemPictureUrl } from "../items/present.ts";
import { isKeyUsed } from "../ledger/ledger-batch.ts";
import { type LevelCardRow, presentLevelCard } from "../levels/present.ts";
import { levelCardsSql } from "../levels/queries.ts";
import { type UserColumns, userColumns } from "../users/present.ts";

/** The reward of an event or challenge, and whether the viewer has it. */
interface RewardColumns
  extends Nullable<ColumnsAs<"items", { item_id: "id"; item_name: "name"; item_thumbnail: "thumbnail" }>>,
    Columns<"events", "coins" | "xp"> {
  rewarded: 0 | 1;
}

export interface EventRow
  extends RewardColumns,
    Columns<
      "events",
      "id" | "short_name" | "description" | "highlight_color" | "starts_at" | "ends_at" | "goal"
    > {
  /** The levels that the viewer cleared during the event. */
  cleared: number;
}

export type ChallengeRow = RewardColumns &
  Columns<"challenges", "id" | "name" | "description" | "level_id" | "goal_ms" | "starts_at" | "ends_at">;

/** A level card with the event or challenge it belongs to. */
export type EventLevelCardRow = LevelCardRow &
  Columns<"event_levels", "position"> &
  ColumnsAs<"event_levels", { owner: "event_id" }>;

const rewardColumns = (key: SQL, viewer: Actor | null) => sql`i.id as item_id, i.name as item_name,
  i.thumbnail as item_thumbnail, ${isKeyUsed(sql`${key} || ${`:${viewer?.id ?? 0}`}`)} as rewarded`;

/** The events that `which` ("where e.… order by … limit …") selects, as seen by the viewer. */
export function eventsQuery(which: SQL, viewer: Actor | null): Statement<EventRow> {
  return statement<EventRow>`select e.id, e.short_name, e.description, e.highlight_color, e.starts_at, e.ends_at, e.goal,
      e.coins, e.xp, (select count(*) from event_clears where event_id = e.id and user_id = ${viewer?.id ?? 0}) as cleared,
      ${rewardColumns(sql`'event:' || e.id`, viewer)}
    from events e left join items i on i.id = e.item_id and i.state = 'shown' ${which}`;
}

/** The same for challenges `c`. */
export function challengesQuery(which: SQL, viewer: Actor | null): Statement<ChallengeRow> {
  return statement<ChallengeRow>`select c.id, c.name, c.description, c.level_id, c.goal_ms, c.starts_at, c.ends_at,
      c.coins, c.xp, ${rewardColumns(sql`'level-challenge:' || c.id`, viewer)}
    from challenges c left join items i on i.id = c.item_id and i.state = 'shown' ${which}`;
}

/** Limits levels to those the viewer can see. */
const visibleLevels = (viewer: Actor | null): SQL =>
  isStaff(viewer)
    ? sql`where l.visibility <> 'deleted'`
    : sql`where (l.visibility = 'public' or l.visibility = 'private' and l.user_id = ${viewer?.id ?? 0})`;

/** Cards of events' levels. Reads six rows per level: up to 2,400, so visitors' responses are cached. */
export function eventCardsQuery(events: SQL, viewer: Actor | null): Statement<EventLevelCardRow> {
  const page = sql`select x.level_id as id, x.event_id as owner, x.position
    from (${events}) o cross join event_levels x on x.event_id = o.id`;
  return statement<EventLevelCardRow>`${levelCardsSql(page, sql`p.owner, p.position,`)} ${visibleLevels(viewer)}`;
}

/** The same for challenges, six rows each. */
export function challengeCardsQuery(challenges: SQL, viewer: Actor | null): Statement<EventLevelCardRow> {
  const page = sql`select c.level_id as id, c.id as owner, 0 as position
    from (${challenges}) o cross join challenges c on c.id = o.id`;
  return statement<EventLevelCardRow>`${levelCardsSql(page, sql`p.owner, p.position,`)} ${visibleLevels(viewer)}`;
}

/** Ongoing and upcoming ones, those that end first in front; `table` is their alias. */
export const currentAndUpcoming = (table: "e" | "c", now: number): SQL => {
  const alias = sql.raw(table);
  return sql`where ${alias}.ends_at > ${now} order by ${alias}.ends_at, ${alias}.id limit ${EVENT_LIMITS.shown}`;
};

/** A page of past events, last one first. */
export const pastEvents = (now: number, limit: number, offset: number): SQL =>
  sql`where e.ends_at <= ${now} order by e.ends_at desc, e.id desc limit ${limit} offset ${offset}`;

/** A page of all, newest first. */
export const newestFirst = (table: "e" | "c", limit: number, offset: number): SQL =>
  sql`order by ${sql.raw(table)}.id desc limit ${limit} offset ${offset}`;

/** The number of events or challenges: a few dozen per year. */
export const countRowsQuery = (table: "events" | "challenges", which: SQL = sql``) =>
  statement<{ total: number }>`select count(*) as total from ${sql.raw(table)} ${which}`;

/** Up to `limit` people who cleared a level of an event, newest accounts first. Reads a row per clear of theirs and two more. */
export const participantsQuery = (event: SQL, limit: number): Statement<UserColumns> =>
  statement<UserColumns>`select ${userColumns} from (
      select user_id from event_clears where event_id = (${event}) group by user_id order by user_id desc limit ${limit}) p
    cross join users u on u.id = p.user_id`;

/** Ongoing events for the front page. */
export const ongoingEventsQuery = (now: number, limit: number) =>
  statement<Columns<"events", "id" | "short_name" | "highlight_color">>`select id, short_name, highlight_color
    from events where ends_at > ${now} and starts_at <= ${now} order by ends_at, id limit ${limit}`;

/** The first and last day; an end at midnight belongs to the day before. */
const days = ({ starts_at, ends_at }: { starts_at: number; ends_at: number }) => ({
  starts_on: newYorkDay(starts_at),
  ends_on: newYorkDay(ends_at - 1),
  starts_at: isoTime(starts_at),
  ends_at: isoTime(ends_at),
});

const reward = ({ coins, xp, item_id, item_name, item_thumbnail }: EventRow | ChallengeRow) => ({
  coins,
  xp,
  item:
    item_id === null
      ? null
      : {
          id: item_id,
          name: item_name ?? "",
          thumbnail_url: itemPictureUrl(item_thumbnail),
          url: `/items/${item_id}`,
        },
});

/** An event with its own cards, in order. */
export function presentEvent(
  row: EventRow,
  cards: readonly EventLevelCardRow[],
  viewer: Actor | null,
  now: number,
): LevelEvent {
  const own = cards
    .filter(({ owner }) => owner === row.id)
    .sort((a, b) => a.position - b.position || a.id - b.id);
  return {
    id: row.id,
    short_name: row.short_name,
    description: row.description,
    highlight_color: row.highlight_color,
    ...days(row),
    goal: row.goal,
    reward: reward(row),
    levels: own.map((card) => presentLevelCard(card, now)),
    cleared: viewer && row.cleared,
    rewarded: row.rewarded === 1,
  };
}

export function presentChallenge(
  row: ChallengeRow,
  cards: readonly EventLevelCardRow[],
  now: number,
): Challenge {
  const card = cards.find(({ owner }) => owner === row.id);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    goal_ms: row.goal_ms,
    goal_formatted: row.goal_ms === null ? null : formatDuration(row.goal_ms),
    ...days(row),
    reward: reward(row),
    level: card ? presentLevelCard(card, now) : null,
    rewarded: row.rewarded === 1,
  };
}

import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { EVENT_LIMITS } from "#domain/events/rules.ts";
import { type Actor, isStaff } from "#domain/levels/rules.ts";
import type { CardRow } from "../levels/present.ts";
import { cards } from "../levels/queries.ts";

/** What an event or a challenge pays, and whether the viewer has it. */
interface RewardColumns {
  coins: number;
  xp: number;
  item_id: number | null;
  item_name: string | null;
  item_thumbnail: string | null;
  rewarded: 0 | 1;
}

export interface EventRow extends RewardColumns {
  id: number;
  short_name: string;
  description: string;
  highlight_color: string;
  starts_at: number;
  ends_at: number;
  goal: number;
  /** Levels that the viewer has cleared while it was on, the number that its reward goes by. */
  cleared: number;
}

export interface ChallengeRow extends RewardColumns {
  id: number;
  name: string;
  description: string;
  level_id: number;
  goal_ms: number | null;
  starts_at: number;
  ends_at: number;
}

/** A level's card with the event or the challenge it is shown with. */
export interface PlacedCard extends CardRow {
  owner: number;
  position: number;
}

const reward = (key: SQL, viewer: Actor | null) => sql`i.id as item_id, i.name as item_name,
  i.thumbnail as item_thumbnail, exists (select 1 from transactions where key = ${key} || ${`:${viewer?.id ?? 0}`}) as rewarded`;

/** Events of which `which` ("where e.… order by … limit …") tells, as the viewer sees them. */
export function eventsQuery(which: SQL, viewer: Actor | null): Statement<EventRow> {
  return statement<EventRow>(sql`select e.id, e.short_name, e.description, e.highlight_color, e.starts_at, e.ends_at, e.goal,
      e.coins, e.xp, (select count(*) from event_clears where event_id = e.id and user_id = ${viewer?.id ?? 0}) as cleared,
      ${reward(sql`'event:' || e.id`, viewer)}
    from events e left join items i on i.id = e.item_id and i.state = 'shown' ${which}`);
}

/** The same for challenges, `c`. */
export function challengesQuery(which: SQL, viewer: Actor | null): Statement<ChallengeRow> {
  return statement<ChallengeRow>(sql`select c.id, c.name, c.description, c.level_id, c.goal_ms, c.starts_at, c.ends_at,
      c.coins, c.xp, ${reward(sql`'level-challenge:' || c.id`, viewer)}
    from challenges c left join items i on i.id = c.item_id and i.state = 'shown' ${which}`);
}

/** Of the levels, those that are there for the viewer. */
const seen = (viewer: Actor | null): SQL =>
  isStaff(viewer)
    ? sql`where l.visibility <> 'deleted'`
    : sql`where (l.visibility = 'public' or l.visibility = 'private' and l.user_id = ${viewer?.id ?? 0})`;

/**
 * Cards of the levels of events, given by a select of their ids. It costs six rows a level: with 20 events of 20 levels
 * each, which is as many as there can be, 2,400; with three of five, 90. Visitors' answers are kept for some seconds.
 */
export function eventCardsQuery(events: SQL, viewer: Actor | null): Statement<PlacedCard> {
  const page = sql`select x.level_id as id, x.event_id as owner, x.position
    from (${events}) o cross join event_levels x on x.event_id = o.id`;
  return statement<PlacedCard>(sql`${cards(page, sql`p.owner, p.position,`)} ${seen(viewer)}`);
}

/** The same of challenges, six rows each. */
export function challengeCardsQuery(challenges: SQL, viewer: Actor | null): Statement<PlacedCard> {
  const page = sql`select c.level_id as id, c.id as owner, 0 as position
    from (${challenges}) o cross join challenges c on c.id = o.id`;
  return statement<PlacedCard>(sql`${cards(page, sql`p.owner, p.position,`)} ${seen(viewer)}`);
}

/** Which are on or to come, those that end first in front; `table` is the alias they have. */
export const current = (table: "e" | "c", now: number): SQL => {
  const of = sql.raw(table);
  return sql`where ${of}.ends_at > ${now} order by ${of}.ends_at, ${of}.id limit ${EVENT_LIMITS.shown}`;
};

/** A page of those that are over, the last one first. */
export const past = (now: number, limit: number, offset: number): SQL =>
  sql`where e.ends_at <= ${now} order by e.ends_at desc, e.id desc limit ${limit} offset ${offset}`;

/** A page of all, the newest first. */
export const newest = (table: "e" | "c", limit: number, offset: number): SQL =>
  sql`order by ${sql.raw(table)}.id desc limit ${limit} offset ${offset}`;

/** How many rows a table of staff's making has: a few dozens a year. */
export const countQuery = (
  table: "events" | "challenges",
  which: SQL = sql``,
): Statement<{ total: number }> => statement(sql`select count(*) as total from ${sql.raw(table)} ${which}`);

/** Names of events that are on, for the front page. */
export const eventsOnQuery = (now: number, limit: number) =>
  statement<{
    id: number;
    short_name: string;
    highlight_color: string;
  }>(sql`select id, short_name, highlight_color
    from events where ends_at > ${now} and starts_at <= ${now} order by ends_at, id limit ${limit}`);

import { type SQL, sql } from "drizzle-orm";
import { type Rows, type Statement, statement } from "#db/client.ts";
import { WATCHED_FOR, waitsForStaff } from "#domain/items/review-rules.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { candidatesQuery, type Printed, type Resemblance, resembling } from "./review-prints.ts";

/** What was found about a new item before it is made. */
export interface Screening {
  maker: Actor;
  printed: Printed;
  /** Other people's items that it looks like. */
  resembles: Resemblance[];
  rejectedLately: boolean;
}

/** Whether somebody has had an item rejected of late. */
const rejectedLately = (maker: number, now: number): SQL =>
  sql`exists (select 1 from item_reviews where user_id = ${maker} and rejected_at > ${now - WATCHED_FOR})`;

/** What is asked before an item is made: give the answers to `screenItem`. */
export const screeningQueries = (printed: Printed, maker: Actor, now: number) =>
  [
    candidatesQuery(printed, maker.id),
    statement<{ rejected_lately: 0 | 1 }>(sql`select ${rejectedLately(maker.id, now)} as rejected_lately`),
  ] as const;

/** What the answers say. */
export const screenItem = (
  maker: Actor,
  printed: Printed,
  [candidates, [past]]: Rows<ReturnType<typeof screeningQueries>>,
): Screening => ({
  maker,
  printed,
  resembles: resembling(printed, candidates),
  rejectedLately: past?.rejected_lately === 1,
});

/** The first item that has these very pixels, where it is somebody else's: it may have been made since it was looked for. */
const twin = ({ maker, printed }: Screening): SQL =>
  sql`(select t.id from (select t.id, t.user_id from item_marks m cross join items t on t.id = m.item_id
      where m.mark = ${printed.marks[0] ?? ""} order by m.item_id limit 1) t where t.user_id <> ${maker.id})`;

const causeOf = ({ maker, resembles, rejectedLately }: Screening) =>
  waitsForStaff(maker, { resembles: resembles.length, rejected_lately: rejectedLately });

/** The state that a new item has, as an expression. */
export function screenedState(screening: Screening): SQL {
  const cause = causeOf(screening);
  if (cause || screening.maker.role === "admin" || screening.printed.marks.length === 0)
    return sql`${cause ? "pending" : "shown"}`;
  return sql`case when ${twin(screening)} is null then 'shown' else 'pending' end`;
}

/** Puts a new item into the queue, where its state says so; `item` is an expression for its id. Nothing where it can't be. */
export function waitFor(screening: Screening, item: SQL, paid: number, now: number): Statement[] {
  if (!causeOf(screening) && screening.printed.marks.length === 0) return [];
  const { resembles } = screening;
  const alike = resembles.length
    ? sql`${JSON.stringify(resembles)}`
    : sql`coalesce((select json_array(json_object('id', w.id, 'percent', 100)) from (select ${twin(screening)} as id) w
        where w.id is not null), '[]')`;
  return [
    statement(sql`insert into item_reviews (item_id, user_id, why, resembles, paid, created_at)
    select id, user_id, ${causeOf(screening) ?? "likeness"}, ${alike}, ${paid}, ${now} from items
    where id = ${item} and state = 'pending'`),
  ];
}

import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import { grantWithoutSpirit, type LedgerBatch, withGold } from "../ledger/ledger-batch.ts";

/** A clear that counts. `isCounted` is an SQL condition that's only true in the batch that counts the clear. */
export interface CountedClear {
  user: number;
  level: number;
  ms: number;
  /** When the run took place, in milliseconds since 1970. */
  ranAt: number;
  isCounted: SQL;
}

/** The user is bound as text: a number bound by itself would become "7.0". */
const rewardKey = (name: string, id: SQL, user: number): SQL => sql`${name} || ':' || ${id} || ${`:${user}`}`;

/** Notifies a user of a reward in the batch that grants it (domain/notifications/notice.ts). */
export const rewardNotice = (
  ledger: LedgerBatch,
  key: SQL | string,
  user: number,
  title: SQL | string,
  now: number,
  url = "/events",
): Statement =>
  statement`insert into notices (user_id, notice, created_at)
    select ${user}, json_object('type', 'reward', 'group', ${key}, 'actor', null, 'title', ${title}, 'url', ${url},
      'picture', null), ${now} where ${ledger.wrote(key)}`;

/** Statements that pay the reward of the level's challenge once, if the clear fulfills it. */
export function challengeRewardStatements(
  ledger: LedgerBatch,
  { user, level, ms, ranAt, isCounted }: CountedClear,
  now: number,
): Statement[] {
  const source = sql`challenges c where c.id = (select challenge_id from levels where id = ${level}) and c.level_id = ${level}
    and c.starts_at <= ${ranAt} and c.ends_at > ${ranAt} and (c.goal_ms is null or c.goal_ms >= ${ms})`;
  const field = (column: string): SQL => sql`(select c.${sql.raw(column)} from ${source})`;
  const key = rewardKey("level-challenge", field("id"), user);
  const reward = {
    key,
    user,
    type: 3,
    source: { type: "challenge", id: field("id") },
    coins: field("coins"),
    xp: withGold(field("xp"), now),
    items: field("item_id"),
    when: sql`exists (select 1 from ${source}) and ${isCounted}`,
  } as const;
  return [...grantWithoutSpirit(ledger, reward, now), rewardNotice(ledger, key, user, field("name"), now)];
}

/** Records the clear for the level's event and pays the reward once, if enough levels are cleared. */
export function eventRewardStatements(
  ledger: LedgerBatch,
  { user, level, ranAt, isCounted }: CountedClear,
  now: number,
): Statement[] {
  const source = sql`events e where e.id = (select event_id from levels where id = ${level})
    and e.starts_at <= ${ranAt} and e.ends_at > ${ranAt}`;
  const field = (column: string): SQL => sql`(select e.${sql.raw(column)} from ${source})`;
  const key = rewardKey("event", field("id"), user);
  const cleared = sql`(select count(*) from event_clears k where k.event_id = e.id and k.user_id = ${user})`;
  const reward = {
    key,
    user,
    type: 4,
    source: { type: "event", id: field("id") },
    coins: field("coins"),
    xp: withGold(field("xp"), now),
    items: field("item_id"),
    when: sql`exists (select 1 from ${source} and ${cleared} >= e.goal) and ${isCounted}`,
  } as const;
  return [
    statement`insert into event_clears (event_id, user_id, level_id)
      select e.id, ${user}, ${level} from ${source} and ${isCounted} on conflict do nothing`,
    ...grantWithoutSpirit(ledger, reward, now),
    rewardNotice(ledger, key, user, field("short_name"), now),
  ];
}

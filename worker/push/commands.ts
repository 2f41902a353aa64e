import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { push_subscriptions } from "#db/schema/index.ts";
import type { InputOf } from "#domain/api/route.ts";
import type { updatePushRoute } from "#domain/push/api.ts";
import { PUSH_LIMITS } from "#domain/push/rules.ts";

interface NewSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  time_zone: string;
}

/** Stores a browser's subscription. A browser that another member used before belongs to this one now. */
export const subscribeStatements = (
  userId: number,
  sessionId: string,
  { endpoint, p256dh, auth, time_zone }: NewSubscription,
  now: number,
): Statement[] => [
  statement(sql`delete from push_subscriptions where session_id = ${sessionId} and endpoint <> ${endpoint}`),
  statement(sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
    values (${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${now})
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at, last_ok_at = null`),
  statement(sql`delete from push_subscriptions where user_id = ${userId} and id not in (
    select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc
    limit ${PUSH_LIMITS.devices})`),
  statement(sql`insert into push_settings (user_id, time_zone) values (${userId}, ${time_zone})
    on conflict (user_id) do update set time_zone = excluded.time_zone`),
];

/** Deletes a subscription. Its first row says whether there was one. */
export const removeStatement = (userId: number, id: number): Statement<Columns<"push_subscriptions", "id">> =>
  statement(sql`delete from push_subscriptions where id = ${id} and user_id = ${userId} returning id`);

export function settingsStatements(
  userId: number,
  { quiet, ...kinds }: InputOf<typeof updatePushRoute>,
): Statement[] {
  const changes = Object.entries(kinds).flatMap(([kind, on]) =>
    on === undefined ? [] : [sql`${sql.raw(kind)} = ${on ? 1 : 0}`],
  );
  if (quiet !== undefined) {
    changes.push(sql`quiet_from = ${quiet?.from ?? null}`, sql`quiet_until = ${quiet?.until ?? null}`);
    if (quiet) changes.push(sql`time_zone = ${quiet.time_zone}`);
  }
  if (changes.length === 0) return [];
  return [
    statement(sql`insert into push_settings (user_id) values (${userId}) on conflict (user_id) do nothing`),
    statement(sql`update push_settings set ${sql.join(changes, sql`, `)} where user_id = ${userId}`),
  ];
}

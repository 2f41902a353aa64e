import { type Columns, first, type Statement, sql, statement } from "#db/database.ts";
import type { InputOf } from "#domain/api/route.ts";
import { deviceName } from "#domain/auth/device-name.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import {
  type PushSettings,
  pushRoute,
  removePushRoute,
  subscribePushRoute,
  updatePushRoute,
} from "#domain/push/api.ts";
import { isPushEndpoint, PUSH_LIMITS, type QuietHours } from "#domain/push/rules.ts";
import { isoTime } from "#domain/time.ts";
import { isProduction } from "../env.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { hubStub } from "../live/stubs.ts";
import { vapidPublicKey } from "./vapid.ts";

type SettingsRow = Columns<
  "push_settings",
  "chat" | "buddy_request" | "sale" | "quiet_from" | "quiet_until" | "time_zone"
>;
const DEFAULTS: SettingsRow = {
  chat: 1,
  buddy_request: 1,
  sale: 1,
  quiet_from: null,
  quiet_until: null,
  time_zone: "UTC",
};

type DeviceRow = Columns<"push_subscriptions", "id" | "session_id" | "created_at"> &
  Columns<"sessions", "device">;

export const settingsQuery = (userId: number): Statement<SettingsRow> =>
  statement`select * from push_settings where user_id = ${userId}`;

const devicesQuery = (userId: number): Statement<DeviceRow> =>
  statement`select p.id, p.session_id, s.device, p.created_at from push_subscriptions p
    join sessions s on s.id = p.session_id where p.user_id = ${userId} order by p.created_at desc, p.id desc`;

export function quietHours(row: SettingsRow = DEFAULTS): QuietHours | null {
  const { quiet_from, quiet_until, time_zone } = row;
  return quiet_from === null || quiet_until === null
    ? null
    : { from: quiet_from, until: quiet_until, time_zone };
}

function presentPush(
  row: SettingsRow = DEFAULTS,
  devices: readonly DeviceRow[],
  sessionId: string | undefined,
): PushSettings {
  return {
    kinds: { chat: row.chat === 1, buddy_request: row.buddy_request === 1, sale: row.sale === 1 },
    quiet: quietHours(row),
    devices: devices.map(({ id, session_id, device, created_at }) => ({
      id,
      name: deviceName(device),
      current: session_id === sessionId,
      created_at: isoTime(created_at),
    })),
  };
}

/** Stores a browser's subscription. A browser that another member used before belongs to this one now. */
const subscribeStatements = (
  userId: number,
  sessionId: string,
  { endpoint, p256dh, auth, time_zone }: Record<"endpoint" | "p256dh" | "auth" | "time_zone", string>,
  now: number,
): Statement[] => [
  statement`delete from push_subscriptions where session_id = ${sessionId} and endpoint <> ${endpoint}`,
  statement`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
    values (${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${now})
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at, last_ok_at = null`,
  statement`delete from push_subscriptions where user_id = ${userId} and id not in (
    select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc
    limit ${PUSH_LIMITS.devices})`,
  statement`insert into push_settings (user_id, time_zone) values (${userId}, ${time_zone})
    on conflict (user_id) do update set time_zone = excluded.time_zone`,
];

function settingsStatements(userId: number, { quiet, ...kinds }: InputOf<typeof updatePushRoute>) {
  const changes = Object.entries(kinds).flatMap(([kind, on]) =>
    on === undefined ? [] : [sql`${sql.raw(kind)} = ${on ? 1 : 0}`],
  );
  if (quiet !== undefined) {
    changes.push(sql`quiet_from = ${quiet?.from ?? null}`, sql`quiet_until = ${quiet?.until ?? null}`);
    if (quiet) changes.push(sql`time_zone = ${quiet.time_zone}`);
  }
  if (changes.length === 0) return [];
  return [
    statement`insert into push_settings (user_id) values (${userId}) on conflict (user_id) do nothing`,
    statement`update push_settings set ${sql.join(changes, sql`, `)} where user_id = ${userId}`,
  ];
}

/** The stand-in for a push service, never in production. */
export const pushStandIn = (env: Env): string | undefined =>
  isProduction(env) ? undefined : env.PUSH_STAND_IN;

async function readSettings(gate: SessionGate, userId: number) {
  const { settings, devices } = await gate.read({
    settings: first(settingsQuery(userId)),
    devices: devicesQuery(userId),
  });
  const account = await gate.account();
  return presentPush(settings, devices, account?.session_id);
}

export function pushRoutes(app: HonoApp): void {
  handle(app, pushRoute, async ({ gate, viewer, env }) => ({
    ...(await readSettings(gate, viewer.id)),
    key: vapidPublicKey(env),
  }));

  handle(app, subscribePushRoute, async ({ input, gate, viewer, env, now }) => {
    if (!isPushEndpoint(input.endpoint, pushStandIn(env)))
      throw fieldError("endpoint", "This browser's push service isn't supported.");
    const account = await gate.account();
    if (!account) throw new ApiError("unauthenticated");
    await gate.write(
      { subscribe: subscribeStatements(viewer.id, account.session_id, input, now) },
      { idempotent: true },
    );
    await hubStub(env, viewer.id).setPush(true);
    return { message: "Notifications are on for this device.", ...(await readSettings(gate, viewer.id)) };
  });

  handle(app, removePushRoute, async ({ params, gate, viewer, env }) => {
    const { removed } = await gate.write({
      removed: first<Columns<"push_subscriptions", "id">>`delete from push_subscriptions
        where id = ${params.id} and user_id = ${viewer.id} returning id`,
    });
    if (!removed) throw new ApiError("not_found");
    const settings = await readSettings(gate, viewer.id);
    if (settings.devices.length === 0) await hubStub(env, viewer.id).setPush(false);
    return { message: "Notifications are off for that device.", ...settings };
  });

  handle(app, updatePushRoute, async ({ input, gate, viewer }) => {
    const changes = settingsStatements(viewer.id, input);
    if (changes.length > 0) await gate.write({ changes }, { idempotent: true });
    return { message: "Push settings saved.", ...(await readSettings(gate, viewer.id)) };
  });
}

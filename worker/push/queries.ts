import { type Columns, type Statement, statement } from "#db/database.ts";
import { deviceName } from "#domain/auth/device-name.ts";
import type { PushSettings } from "#domain/push/api.ts";
import type { QuietHours } from "#domain/push/rules.ts";
import { isoTime } from "#domain/time.ts";

export type SettingsRow = Columns<
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

export const devicesQuery = (userId: number): Statement<DeviceRow> =>
  statement`select p.id, p.session_id, s.device, p.created_at from push_subscriptions p
    join sessions s on s.id = p.session_id where p.user_id = ${userId} order by p.created_at desc, p.id desc`;

export function quietHours(row: SettingsRow = DEFAULTS): QuietHours | null {
  const { quiet_from, quiet_until, time_zone } = row;
  return quiet_from === null || quiet_until === null
    ? null
    : { from: quiet_from, until: quiet_until, time_zone };
}

export function presentPush(
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

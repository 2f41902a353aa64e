import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { sessions } from "#db/schema/index.ts";
import { deviceName } from "#domain/auth/device-name.ts";
import { ApiError } from "#domain/errors.ts";
import {
  confirmRoute,
  deviceListRoute,
  endDeviceRoute,
  logoutOtherDevicesRoute,
} from "#domain/security/api.ts";
import { isoTime } from "#domain/time.ts";
import { checkOwnPassword } from "../auth/own-password.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { clearedSessionCookie } from "../http/session.ts";
import { hashToken } from "../http/tokens.ts";
import { disconnectEndedSessions } from "../live/disconnect.ts";

/** The maximum number of browsers listed. */
const MAX_DEVICES = 100;

type DeviceRow = Columns<"sessions", "id" | "device" | "place" | "created_at" | "seen_at">;

const devicesQuery = (userId: number, current: string, now: number): Statement<DeviceRow> =>
  statement(sql`select id, device, place, created_at, seen_at from sessions
    where user_id = ${userId} and expires_at > ${now}
    order by id = ${current} desc, seen_at desc, created_at desc limit ${MAX_DEVICES}`);

/** Routes that list and end a user's sessions. */
export function deviceRoutes(app: HonoApp): void {
  handle(app, deviceListRoute, async ({ gate, viewer, now }) => {
    const current = hashToken(gate.claims?.token ?? "");
    const rows = await gate.all(devicesQuery(viewer.id, current, now));
    const data = rows.map(({ id, device, place, created_at, seen_at }) => ({
      id,
      device: deviceName(device),
      place,
      current: id === current,
      created_at: isoTime(created_at),
      seen_at: isoTime(seen_at),
    }));
    return { data };
  });

  handle(app, endDeviceRoute, async ({ params, gate, env, viewer, request, header }) => {
    const session = params.sessionId;
    const {
      ended: [ended],
    } = await gate.write({
      ended: statement<Columns<"sessions", "id">>(
        sql`delete from sessions where id = ${session} and user_id = ${viewer.id} and expires_at > 0 returning id`,
      ),
    });
    if (!ended) throw new ApiError("not_found", { message: "This browser is already signed out." });
    await disconnectEndedSessions(env, viewer.id, [session]);
    if (gate.claims && session === hashToken(gate.claims.token))
      header("Set-Cookie", clearedSessionCookie(request));
    return { message: "The browser is signed out." };
  });

  handle(app, logoutOtherDevicesRoute, async (call) => {
    const { input, gate, env, viewer } = call;
    const account = await checkOwnPassword(call, input.password);
    const { ended } = await gate.write({
      ended: statement<Columns<"sessions", "id">>(
        sql`delete from sessions where user_id = ${viewer.id} and id <> ${account.session_id} returning id`,
      ),
    });
    await disconnectEndedSessions(
      env,
      viewer.id,
      ended.map(({ id }) => id),
    );
    return { message: "All other browsers are signed out." };
  });

  handle(app, confirmRoute, async (call) => {
    const { input, gate, now } = call;
    const account = await checkOwnPassword(call, input.password);
    await gate.write(
      {
        sessions: statement(sql`update sessions set confirmed_at = ${now} where id = ${account.session_id}`),
      },
      { idempotent: true },
    );
    return { message: "Confirmed." };
  });
}

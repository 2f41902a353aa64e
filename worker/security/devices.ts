import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { deviceWords } from "#domain/auth/device.ts";
import { ApiError } from "#domain/errors.ts";
import {
  confirmRoute,
  deviceListRoute,
  endDeviceRoute,
  logoutOtherDevicesRoute,
} from "#domain/security/api.ts";
import { isoTime } from "#domain/time.ts";
import { checkOwnPassword } from "../auth/own-password.ts";
import { hashToken } from "../http/crypto.ts";
import { type App, handle } from "../http/handle.ts";
import { endSessionCookie } from "../http/session.ts";
import { cutEnded } from "../live/access.ts";

/** The most browsers that are listed. */
const MOST = 100;

interface DeviceRow {
  id: string;
  device: string;
  place: string;
  created_at: number;
  seen_at: number;
}

const devicesQuery = (userId: number, current: string, now: number): Statement<DeviceRow> =>
  statement(sql`select id, device, place, created_at, seen_at from sessions
    where user_id = ${userId} and expires_at > ${now}
    order by id = ${current} desc, seen_at desc, created_at desc limit ${MOST}`);

/** The browsers in which somebody is signed in, and how they end. */
export function deviceRoutes(app: App): void {
  handle(app, deviceListRoute, async ({ gate, viewer, now }) => {
    const current = hashToken(gate.claims?.token ?? "");
    const [rows] = await gate.read(devicesQuery(viewer.id, current, now));
    const data = rows.map(({ id, device, place, created_at, seen_at }) => ({
      id,
      device: deviceWords(device),
      place,
      current: id === current,
      created_at: isoTime(created_at),
      seen_at: isoTime(seen_at),
    }));
    return { data };
  });

  handle(app, endDeviceRoute, async ({ params, gate, env, viewer, request, header }) => {
    const session = params.sessionId;
    const [[ended]] = await gate.write(
      statement<{ id: string }>(
        sql`delete from sessions where id = ${session} and user_id = ${viewer.id} and expires_at > 0 returning id`,
      ),
    );
    if (!ended) throw new ApiError("not_found", { message: "This browser is signed out already." });
    await cutEnded(env, viewer.id, [session]);
    if (gate.claims && session === hashToken(gate.claims.token))
      header("Set-Cookie", endSessionCookie(request));
    return { message: "The browser is signed out." };
  });

  handle(app, logoutOtherDevicesRoute, async (call) => {
    const { input, gate, env, viewer } = call;
    const account = await checkOwnPassword(call, input.password);
    const [ended] = await gate.write(
      statement<{ id: string }>(
        sql`delete from sessions where user_id = ${viewer.id} and id <> ${account.session_id} returning id`,
      ),
    );
    await cutEnded(
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
      statement(sql`update sessions set confirmed_at = ${now} where id = ${account.session_id}`),
    );
    return { message: "Confirmed." };
  });
}

import { type Columns, first, type Statement, sql, statement } from "#db/database.ts";
import { deviceName } from "#domain/auth/device-name.ts";
import { ApiError, fieldErrorAt } from "#domain/errors.ts";
import {
  confirmRoute,
  deviceListRoute,
  endDeviceRoute,
  logoutOtherDevicesRoute,
  recoveryCodesRoute,
  twoFactorDisableRoute,
  twoFactorEnableRoute,
  twoFactorGenerateRoute,
} from "#domain/security/api.ts";
import { authenticatorUri } from "#domain/security/authenticator-uri.ts";
import { isoTime } from "#domain/time.ts";
import { recoveryMail, twoFactorMail } from "../auth/mails.ts";
import { checkOwnPassword } from "../auth/own-password.ts";
import { rotateSession } from "../auth/rotate.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { clearedSessionCookie, hashToken, siteOrigin } from "../http/session.ts";
import { clearPermits, disconnectEndedSessions } from "../live/notify.ts";
import { queueMail, sendMails } from "../mail/send.ts";
import { clearTwoFactor, pendingQuery, setPending, setTwoFactor } from "./commands.ts";
import {
  authenticatorQrCode,
  newRecoveryCodes,
  newTwoFactorSecret,
  readSecret,
  sealSecret,
  verifyTotp,
} from "./totp.ts";

/** The maximum number of browsers listed. */
const MAX_DEVICES = 100;

type DeviceRow = Columns<"sessions", "id" | "device" | "place" | "created_at" | "seen_at">;

const devicesQuery = (userId: number, current: string, now: number): Statement<DeviceRow> =>
  statement`select id, device, place, created_at, seen_at from sessions
    where user_id = ${userId} and expires_at > ${now}
    order by id = ${current} desc, seen_at desc, created_at desc limit ${MAX_DEVICES}`;

/** Routes that list and end a user's sessions. */
function deviceRoutes(app: HonoApp): void {
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
    const { ended } = await gate.write({
      ended: first<Columns<"sessions", "id">>`delete from sessions where id = ${session}
        and user_id = ${viewer.id} and expires_at > 0 returning id`,
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
      ended: statement<Columns<"sessions", "id">>`delete from sessions where user_id = ${viewer.id}
        and id <> ${account.session_id} returning id`,
    });
    const sessions = ended.map(({ id }) => id);
    await disconnectEndedSessions(env, viewer.id, sessions);
    return { message: "All other browsers are signed out." };
  });

  handle(app, confirmRoute, async (call) => {
    const { input, gate, now } = call;
    const account = await checkOwnPassword(call, input.password);
    await gate.write(
      {
        sessions: statement`update sessions set confirmed_at = ${now} where id = ${account.session_id}`,
      },
      { idempotent: true },
    );
    return { message: "Confirmed." };
  });
}

export function securityRoutes(app: HonoApp): void {
  deviceRoutes(app);

  handle(app, twoFactorGenerateRoute, async ({ gate, env, now, viewer }) => {
    const account = await gate.member();
    const secret = newTwoFactorSecret();
    const { set } = await gate.write({
      set: first(setPending(viewer.id, await sealSecret(env, viewer.id, `${secret} ${now}`))),
    });
    if (!set) throw new ApiError("two_factor_on");
    return { svg: authenticatorQrCode(authenticatorUri(account.username, secret)), secret };
  });

  handle(app, twoFactorEnableRoute, async (call) => {
    const { input, gate, env, now, viewer, request, defer } = call;
    const row = await gate.first(pendingQuery(viewer.id));
    const account = await gate.member();
    if (account.two_factor_at !== null) throw new ApiError("two_factor_on");
    const pending = row?.two_factor_pending;
    const [secret, since] = pending ? (await readSecret(env, viewer.id, pending)).split(" ") : [];
    if (!secret || Number(since) < now - PENDING_FOR_MS) throw fieldErrorAt("code", "bad_code", OUTDATED);
    const step = verifyTotp(secret, input.code, now, 0);
    if (step === null) throw fieldErrorAt("code", "bad_code");
    const isPending = sql`exists (select 1 from users where id = ${viewer.id} and two_factor_at is null
      and two_factor_pending = ${pending})`;
    const { update, rotated, done } = rotateSession(call, account.staff_role, isPending);
    const { codes, statements } = newRecoveryCodes(env, viewer.id, rotated);
    const { update: updated } = await gate.write({
      update: first(update),
      set: setTwoFactor(viewer.id, await sealSecret(env, viewer.id, secret), step, now, rotated),
      codes: statements,
      mail: queueMail(twoFactorMail(account, siteOrigin(request, env), true), now, rotated),
    });
    if (!updated) throw new ApiError("conflict");
    await clearPermits(env, viewer.id);
    done();
    defer(sendMails(env, now));
    return { recovery_codes: codes };
  });

  handle(app, twoFactorDisableRoute, async (call) => {
    const { input, gate, env, now, viewer, request, defer } = call;
    const account = await checkOwnPassword(call, input.password);
    if (account.two_factor_at === null) throw new ApiError("two_factor_off");
    const { update, rotated, done } = rotateSession(call, "member");
    await gate.write({
      update,
      cleared: clearTwoFactor(viewer.id, rotated),
      mail: queueMail(twoFactorMail(account, siteOrigin(request, env), false), now, rotated),
    });
    await clearPermits(env, viewer.id);
    done();
    defer(sendMails(env, now));
    return { message: "Two-factor authentication is off." };
  });

  handle(app, recoveryCodesRoute, async (call) => {
    const { input, gate, env, now, viewer, request, defer } = call;
    const account = await checkOwnPassword(call, input.password);
    if (account.two_factor_at === null) throw new ApiError("two_factor_off");
    const isOn = sql`(select two_factor_at from users where id = ${viewer.id}) is not null`;
    const { codes, statements } = newRecoveryCodes(env, viewer.id, isOn);
    await gate.write({
      statements,
      mail: queueMail(recoveryMail(account, siteOrigin(request, env), "made"), now, isOn),
    });
    defer(sendMails(env, now));
    return { recovery_codes: codes };
  });
}

/** How long a secret can wait for its first code. */
const PENDING_FOR_MS = 15 * 60 * 1000;
const OUTDATED = "This QR code is too old. Make a new one and scan that.";

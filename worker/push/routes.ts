import { ApiError, fieldError } from "#domain/errors.ts";
import { pushRoute, removePushRoute, subscribePushRoute, updatePushRoute } from "#domain/push/api.ts";
import { isPushEndpoint } from "#domain/push/rules.ts";
import { isProduction } from "../env.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { hubStub } from "../live/stubs.ts";
import { removeStatement, settingsStatements, subscribeStatements } from "./commands.ts";
import { devicesQuery, presentPush, settingsQuery } from "./queries.ts";
import { vapidPublicKey } from "./vapid.ts";

/** The stand-in for a push service, never in production. */
export const pushStandIn = (env: Env): string | undefined =>
  isProduction(env) ? undefined : env.PUSH_STAND_IN;

async function readSettings(gate: SessionGate, userId: number) {
  const {
    settings: [settings],
    devices,
  } = await gate.read({
    settings: settingsQuery(userId),
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
    const {
      removed: [removed],
    } = await gate.write({
      removed: removeStatement(viewer.id, params.id),
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

import { Database } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import {
  clearRoute,
  grantByLevelRoute,
  heartbeatRoute,
  hostSelfRoute,
  leaveRoute,
  redeemRoute,
} from "#domain/hosts/api.ts";
import { HEARTBEAT_MS } from "#domain/hosts/limits.ts";
import type { HonoApp } from "../http/handle.ts";
import { siteOrigin } from "../http/origin.ts";
import { handleHost, unwrapResult } from "./handle.ts";
import { hostQuery, presentHost } from "./queries.ts";

/** The API for game hosts (docs/HOSTS.md). */
export function hostRoutes(app: HonoApp): void {
  handleHost(app, hostSelfRoute, async ({ host, object, caller, env, request, context }) => {
    const problem = await object.checkKey(caller.hash);
    if (problem) throw new ApiError(problem);
    const row = await new Database(env.DB, context.get("meter")).first(hostQuery(host));
    if (!row) throw new ApiError("host_key");
    return {
      host: presentHost(row),
      issuer: siteOrigin(request, env),
      audience: String(host),
      heartbeat_seconds: HEARTBEAT_MS / 1000,
    };
  });

  handleHost(app, heartbeatRoute, async ({ input, object, caller }) =>
    unwrapResult(await object.heartbeat(caller, input)),
  );

  handleHost(app, redeemRoute, async ({ input, object, caller, env, request }) =>
    unwrapResult(await object.redeem(caller, input.token, siteOrigin(request, env))),
  );

  handleHost(app, leaveRoute, async ({ input, object, caller }) =>
    unwrapResult(await object.leave(caller, input.user_id)),
  );

  handleHost(app, clearRoute, async ({ input, object, caller }) =>
    unwrapResult(await object.clear(caller, input)),
  );

  handleHost(app, grantByLevelRoute, async ({ input, object, caller }) =>
    unwrapResult(await object.grant(caller, input)),
  );
}

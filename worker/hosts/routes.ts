import { Database } from "#db/client.ts";
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
import type { App } from "../http/handle.ts";
import { originOf } from "../http/origin.ts";
import { handleHost, unwrap } from "./handle.ts";
import { hostQuery, presentHost } from "./queries.ts";

/** What game hosts call (docs/HOSTS.md). */
export function hostRoutes(app: App): void {
  handleHost(app, hostSelfRoute, async ({ host, object, caller, env, request, context }) => {
    const problem = await object.check(caller.hash);
    if (problem) throw new ApiError(problem);
    const row = await new Database(env.DB, context.get("meter")).first(hostQuery(host));
    if (!row) throw new ApiError("host_key");
    return {
      host: presentHost(row),
      issuer: originOf(request, env),
      audience: String(host),
      heartbeat_seconds: HEARTBEAT_MS / 1000,
    };
  });

  handleHost(app, heartbeatRoute, async ({ input, object, caller }) =>
    unwrap(await object.heartbeat(caller, input)),
  );

  handleHost(app, redeemRoute, async ({ input, object, caller, env, request }) =>
    unwrap(await object.redeem(caller, input.token, originOf(request, env))),
  );

  handleHost(app, leaveRoute, async ({ input, object, caller }) =>
    unwrap(await object.leave(caller, input.user_id)),
  );

  handleHost(app, clearRoute, async ({ input, object, caller }) => unwrap(await object.clear(caller, input)));

  handleHost(app, grantByLevelRoute, async ({ input, object, caller }) =>
    unwrap(await object.grant(caller, input)),
  );
}

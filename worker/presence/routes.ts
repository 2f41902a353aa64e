import { peopleCountsRoute } from "#domain/presence/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { setLastOnlineCount } from "../live/online-count.ts";
import { toUserCounts, userCountsQuery } from "../users/directory.ts";

export function presenceRoutes(app: HonoApp): void {
  handle(app, peopleCountsRoute, async ({ gate, now }) => {
    const counters = await gate.all(userCountsQuery);
    const { in_game, online, users } = toUserCounts(counters);
    setLastOnlineCount(online, now);
    return { counts: { playing: in_game, online, users } };
  });
}

import { peopleCountsRoute } from "#domain/presence/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { toUserCounts, userCountsQuery } from "../users/directory.ts";

export function presenceRoutes(app: HonoApp): void {
  handle(app, peopleCountsRoute, async ({ gate }) => {
    const [counters] = await gate.read(userCountsQuery);
    const { in_game, online, users } = toUserCounts(counters);
    return { counts: { playing: in_game, online, users } };
  });
}

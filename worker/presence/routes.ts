import { peopleCountsRoute } from "#domain/presence/api.ts";
import { type App, handle } from "../http/handle.ts";
import { crowdOf, crowdQuery } from "../users/directory.ts";

export function presenceRoutes(app: App): void {
  handle(app, peopleCountsRoute, async ({ gate }) => {
    const [counters] = await gate.read(crowdQuery);
    const { in_game, online, users } = crowdOf(counters);
    return { counts: { playing: in_game, online, users } };
  });
}

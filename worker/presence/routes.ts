import { peopleCountsRoute } from "#domain/presence/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { readBoard } from "../live/read-board.ts";

export function presenceRoutes(app: HonoApp): void {
  handle(app, peopleCountsRoute, async ({ env, now }) => {
    const { counts } = await readBoard(env, now);
    return { counts };
  });
}

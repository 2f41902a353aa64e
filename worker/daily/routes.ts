import { dailyRoute } from "#domain/daily/api.ts";
import { ApiError } from "#domain/errors.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { dailyQuery, presentDaily } from "./present.ts";

export function dailyRoutes(app: HonoApp): void {
  handle(app, dailyRoute, async ({ gate, viewer, now }) => {
    const row = await gate.first(dailyQuery(viewer.id, now));
    if (!row) throw new ApiError("unauthenticated");
    return { daily: presentDaily(row, now) };
  });
}

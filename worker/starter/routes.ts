import { starterItemsRoute } from "#domain/starter/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { presentStarterItems, starterItemsQuery } from "./start-look.ts";

export function starterRoutes(app: HonoApp): void {
  handle(app, starterItemsRoute, async ({ gate }) => {
    const rows = await gate.all(starterItemsQuery);
    return { data: presentStarterItems(rows) };
  });
}

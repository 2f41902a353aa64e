import type { HonoApp } from "../http/handle.ts";
import { heldRoutes } from "./held-routes.ts";
import { wordRoutes } from "./word-routes.ts";

/** Staff routes for spam protection. */
export function spamRoutes(app: HonoApp): void {
  heldRoutes(app);
  wordRoutes(app);
}

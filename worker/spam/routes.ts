import type { App } from "../http/handle.ts";
import { heldRoutes } from "./held-routes.ts";
import { wordRoutes } from "./word-routes.ts";

/** What keeps floods and unwanted words away: staff's side of it. */
export function spamRoutes(app: App): void {
  heldRoutes(app);
  wordRoutes(app);
}

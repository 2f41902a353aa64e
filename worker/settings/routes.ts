import type { HonoApp } from "../http/handle.ts";
import { accountRoutes } from "./account-routes.ts";
import { deleteRoutes } from "./delete-routes.ts";
import { detailsRoutes } from "./details.ts";
import { emailRoutes } from "./email-routes.ts";
import { exportRoutes } from "./export/routes.ts";

/** Routes for all settings except those of `auth.update`. */
export function settingsRoutes(app: HonoApp): void {
  for (const mount of [detailsRoutes, accountRoutes, emailRoutes, exportRoutes, deleteRoutes]) mount(app);
}

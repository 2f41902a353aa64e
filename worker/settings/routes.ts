import type { App } from "../http/handle.ts";
import { accountRoutes } from "./account-routes.ts";
import { deleteRoutes } from "./delete-routes.ts";
import { detailsRoutes } from "./details.ts";
import { emailRoutes } from "./email-routes.ts";
import { exportRoutes } from "./export/routes.ts";

/** Everything of the settings but what `auth.update` changes. */
export function settingsRoutes(app: App): void {
  for (const mount of [detailsRoutes, accountRoutes, emailRoutes, exportRoutes, deleteRoutes]) mount(app);
}

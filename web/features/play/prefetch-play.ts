import type { QueryClient } from "@tanstack/react-query";
import { levelPlayRoute } from "#domain/runs/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { startWorldDownload } from "#web/lib/world-download.ts";

/** Starts downloading a level's document and its play info. Errors show in the player, which fetches them again. */
export function prefetchPlay(client: QueryClient, levelId: number): void {
  startWorldDownload(levelId);
  void client.prefetchQuery(queryFor(levelPlayRoute, { params: { id: levelId } }));
}

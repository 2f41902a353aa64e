import type { QueryClient } from "@tanstack/react-query";
import type { JoinDestination } from "#domain/play/api.ts";
import { levelPlayRoute } from "#domain/runs/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { startRoomTicket } from "#web/lib/room-ticket.ts";
import { startWorldDownload } from "#web/lib/world-download.ts";

/**
 * Starts downloading a level's document and its play info, and requests a member's ticket to a room. Errors show in the
 * player, which tries again.
 */
export function prefetchPlay(client: QueryClient, levelId: number, destination: JoinDestination | null) {
  startWorldDownload(levelId);
  if (destination) startRoomTicket(destination).catch(() => {});
  void client.prefetchQuery(queryFor(levelPlayRoute, { params: { id: levelId } }));
}

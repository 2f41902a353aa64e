import type { OutputOf } from "#domain/api/route.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import type { playingRoute } from "#domain/play/api.ts";
import type { SessionGate } from "../http/session-gate.ts";
import type { BoardView } from "../live/board-view.ts";

type Counts = OutputOf<typeof playingRoute>["data"];

/** Visible levels' players. No round trip, unless staff see a private level: roles can be lost. */
export async function countPlayers(
  ids: readonly number[],
  { publicPlayers, privateLevels }: BoardView,
  { gate, viewer }: { gate: SessionGate; viewer: Actor | null },
): Promise<Counts> {
  const counts: Counts = [];
  for (const id of ids) {
    const level = privateLevels.get(id);
    const players_count = publicPlayers.get(id) ?? 0;
    if (players_count > 0) counts.push({ id, players_count });
    // The signed cookie proves who its user is.
    else if (level && (level.creator === viewer?.id || (isStaff(viewer) && (await gate.account()))))
      counts.push({ id, players_count: level.players });
  }
  return counts;
}

import type { D1Database } from "@cloudflare/workers-types";
import { MOVES } from "#db/moves.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { localMoveDatabase } from "./move-database.ts";
import { Mover } from "./mover.ts";

/** How far rows are moved: `copy` leaves the old version running. */
export type MoveUntil = "copy" | "end";

/** Moves the rows of a local site whose databases have been migrated. */
export async function moveLocally(
  databases: Readonly<Record<DatabaseName, D1Database>>,
  until: MoveUntil,
): Promise<void> {
  for (const move of MOVES) {
    const mover = new Mover(move, {
      source: localMoveDatabase(databases[move.source]),
      target: localMoveDatabase(databases[move.target]),
    });
    if (!(await mover.isNeeded())) continue;
    await mover.copy();
    if (until === "copy") continue;
    await mover.switchOver();
    await mover.clear();
  }
}

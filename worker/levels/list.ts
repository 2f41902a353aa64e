import type { SessionGate } from "../http/session-gate.ts";
import { browseLevels } from "./browse.ts";
import { collectLevels, searchHits } from "./collect-levels.ts";
import type { LevelListPage, LevelQuery } from "./query.ts";
import { readHidden, usesHistory } from "./read-history.ts";

/**
 * A page of the level browser. Whole lists are read along an index; search results and a user's history are collected
 * first (a few hundred levels at most) and then sorted. One round trip to the main database, two for distant pages and collected
 * levels, and one to play data for filters by it.
 */
export async function listLevels(
  gate: SessionGate,
  scope: Omit<LevelQuery, "hidden">,
): Promise<LevelListPage> {
  const { viewer, filter } = scope;
  const hits = searchHits(scope);
  if (hits === "none") return { rows: [], total: 0 };
  if (hits || (viewer && usesHistory(filter))) return collectLevels(gate, { ...scope, hidden: null }, hits);
  const hidden = viewer ? await readHidden(gate, filter, viewer.id) : null;
  return browseLevels(gate, { ...scope, hidden });
}

import type { SessionGate } from "../http/session-gate.ts";
import { browseLevels } from "./browse.ts";
import { collectLevels, searchHits } from "./collect-levels.ts";
import { levelHistory } from "./level-history.ts";
import type { LevelListPage, LevelQuery } from "./query.ts";

/**
 * A page of the level browser. Whole lists are read along an index; search results and a user's history are collected
 * first (a few hundred levels at most) and then sorted. One round trip; two for distant pages and collected levels.
 */
export async function listLevels(gate: SessionGate, query: LevelQuery): Promise<LevelListPage> {
  const { viewer, filter } = query;
  const hits = searchHits(query);
  const history = viewer ? levelHistory(filter, viewer.id) : null;
  if (hits === "none") return { rows: [], total: 0 };
  return hits || history ? collectLevels(gate, query, hits, history) : browseLevels(gate, query);
}

import type { SessionGate } from "../http/gate.ts";
import { gather, hitsOf } from "./gather.ts";
import type { LevelPage, LevelQuery } from "./query.ts";
import { related } from "./related.ts";
import { walk } from "./walk.ts";

/**
 * A page of the level browser. Whole lists are walked along an index; searches and what a person has a history with
 * are gathered first (a few hundred levels at most) and then sorted. One round trip; two for far pages and gathered ones.
 */
export async function listLevels(gate: SessionGate, query: LevelQuery): Promise<LevelPage> {
  const { viewer, filter } = query;
  const hits = hitsOf(query);
  const history = viewer ? related(filter, viewer.id) : null;
  if (hits === "none") return { rows: [], total: 0 };
  return hits || history ? gather(gate, query, hits, history) : walk(gate, query);
}

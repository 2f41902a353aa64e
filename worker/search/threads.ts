import { threadUrl } from "#domain/forums/view.ts";
import type { FoundThread } from "#domain/search/api.ts";
import type { FoundThreadRow } from "../forums/search.ts";
import { presentUser } from "../users/present.ts";

/** The best few of the threads that were found: those that are named so come first, the most talked about of them before others. */
export function bestThreads(rows: readonly FoundThreadRow[], most: number, now: number): FoundThread[] {
  const best = new Map<number, FoundThreadRow>();
  const sorted = [...rows].sort(
    (a, b) => b.named - a.named || b.replies_count - a.replies_count || b.id - a.id,
  );
  for (const row of sorted) if (!best.has(row.id) && best.size < most) best.set(row.id, row);
  return [...best.values()].map((row) => ({
    ...{ id: row.id, subforum_id: row.subforum_id, title: row.title, url: threadUrl(row.id) },
    user: presentUser(row, now),
  }));
}

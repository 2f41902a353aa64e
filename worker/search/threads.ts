import { threadUrl } from "#domain/forums/view.ts";
import type { FoundThread } from "#domain/search/api.ts";
import type { Members } from "../forums/members.ts";
import type { ThreadHitRow } from "../forums/search.ts";

/** Returns the best threads: matching titles first, then by number of replies. */
export function bestThreads(rows: readonly ThreadHitRow[], limit: number): ThreadHitRow[] {
  const best = new Map<number, ThreadHitRow>();
  const sorted = [...rows].sort(
    (a, b) => b.named - a.named || b.replies_count - a.replies_count || b.id - a.id,
  );
  for (const row of sorted) if (!best.has(row.id) && best.size < limit) best.set(row.id, row);
  return [...best.values()];
}

export const presentFoundThread = (row: ThreadHitRow, members: Members): FoundThread => ({
  id: row.id,
  subforum_id: row.subforum_id,
  title: row.title,
  url: threadUrl(row.id),
  user: members.card(row.user_id),
});

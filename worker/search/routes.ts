import { statement } from "#db/database.ts";
import { threadUrl } from "#domain/forums/view.ts";
import { type FoundThread, paletteRoute } from "#domain/search/api.ts";
import { loadMembers, type Members } from "../forums/members.ts";
import { type ThreadHitRow, threadHitsQuery } from "../forums/search-routes.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { type ItemCardRow, itemCardColumns, itemMakerJoin, presentItemCard } from "../items/present.ts";
import { type LevelCardRow, levelCardColumns, levelCardJoins, presentLevelCard } from "../levels/present.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import { matchPostWords, matchWords } from "./match.ts";

/** Returns the best threads: matching titles first, then by number of replies. */
function bestThreads(rows: readonly ThreadHitRow[], limit: number): ThreadHitRow[] {
  const best = new Map<number, ThreadHitRow>();
  const sorted = [...rows].sort(
    (a, b) => b.named - a.named || b.replies_count - a.replies_count || b.id - a.id,
  );
  for (const row of sorted) if (!best.has(row.id) && best.size < limit) best.set(row.id, row);
  return [...best.values()];
}

const presentFoundThread = (row: ThreadHitRow, members: Members): FoundThread => ({
  id: row.id,
  subforum_id: row.subforum_id,
  title: row.title,
  url: threadUrl(row.id),
  user: members.card(row.user_id),
});

const SHOWN = 5;
/** The most cleared levels are picked from this many of the best-known matches. */
const CANDIDATES = 50;
/** Threads are picked from this many of the newest matching posts. */
const POST_CANDIDATES = 15;

export function searchRoutes(app: HonoApp): void {
  handle(app, paletteRoute, async ({ input, gate, viewer, now }) => {
    const words = matchWords(input.q);
    if (!words) return { levels: [], items: [], users: [], threads: [] };
    const main = gate.read({
      levels: statement<LevelCardRow>`
        with hits as (select h.rowid & 1099511627775 as id from level_search h
          where level_search match ${`{title creator} : (${words})`} and h.rowid > 0
          order by h.rowid desc limit ${CANDIDATES})
        select ${levelCardColumns} from hits cross join levels l on l.id = hits.id ${levelCardJoins}
        where l.visibility = 'public' order by l.clears_count desc, l.id limit ${SHOWN}`,
      items: statement<ItemCardRow>`
        with hits as (select rowid & 1099511627775 as id from item_search where item_search match ${words}
          order by rowid desc limit ${SHOWN})
        select ${itemCardColumns} from hits cross join items i on i.id = hits.id ${itemMakerJoin}`,
      users: statement<UserColumns>`
        with hits as (select rowid as id from user_search where user_search match ${words} limit ${CANDIDATES})
        select ${userColumns} from hits cross join users u on u.id = hits.id
        order by length(u.username), u.xp desc limit ${SHOWN}`,
    });
    const [{ levels, items, users }, hits] = await Promise.all([
      main,
      gate.forum.all(threadHitsQuery(matchPostWords(input.q) ?? words, POST_CANDIDATES, SHOWN)),
    ]);
    const threads = bestThreads(hits, SHOWN);
    const authors = threads.map(({ user_id }) => user_id);
    const members = await loadMembers({ gate, viewer, now }, authors);
    return {
      levels: levels.map((row) => presentLevelCard(row, now)),
      items: items.map((row) => presentItemCard(row, now)),
      users: users.map((row) => presentUser(row, now)),
      threads: threads.map((row) => presentFoundThread(row, members)),
    };
  });
}

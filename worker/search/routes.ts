import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { paletteRoute } from "#domain/search/api.ts";
import { threadHitsQuery } from "../forums/search.ts";
import { type App, handle } from "../http/handle.ts";
import { type ItemCardRow, itemCardColumns, itemMaker, presentItemCard } from "../items/present.ts";
import { type CardRow, cardColumns, cardJoins, presentCard } from "../levels/present.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import { matchSaid, matchWords } from "./match.ts";
import { bestThreads } from "./threads.ts";

const SHOWN = 5;
/** Of the best-known levels that fit, the ones among which the most cleared are shown. */
const LOOKED_AT = 50;
/** Of the newest posts that fit, those whose threads are looked at. */
const POSTS_LOOKED_AT = 15;

export function searchRoutes(app: App): void {
  handle(app, paletteRoute, async ({ input, gate, now }) => {
    const words = matchWords(input.q);
    if (!words) return { levels: [], items: [], users: [], threads: [] };
    const [levels, items, users, threads] = await gate.read(
      statement<CardRow>(sql`
        with hits as (select h.rowid & 1099511627775 as id from level_search h
          where level_search match ${`{title creator} : (${words})`} and h.rowid > 0
          order by h.rowid desc limit ${LOOKED_AT})
        select ${cardColumns} from hits cross join levels l on l.id = hits.id ${cardJoins}
        where l.visibility = 'public' order by l.clears_count desc, l.id limit ${SHOWN}`),
      statement<ItemCardRow>(sql`
        with hits as (select rowid & 1099511627775 as id from item_search where item_search match ${words}
          order by rowid desc limit ${SHOWN})
        select ${itemCardColumns} from hits cross join items i on i.id = hits.id ${itemMaker}`),
      statement<UserColumns>(sql`
        with hits as (select rowid as id from user_search where user_search match ${words} limit ${LOOKED_AT})
        select ${userColumns} from hits cross join users u on u.id = hits.id
        order by length(u.username), u.xp desc limit ${SHOWN}`),
      threadHitsQuery(matchSaid(input.q) ?? words, POSTS_LOOKED_AT, SHOWN),
    );
    return {
      levels: levels.map((row) => presentCard(row, now)),
      items: items.map((row) => presentItemCard(row, now)),
      users: users.map((row) => presentUser(row, now)),
      threads: bestThreads(threads, SHOWN, now),
    };
  });
}

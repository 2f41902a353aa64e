import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { homeRoute } from "#domain/home/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { buddiesOnlineQuery, playingFirst } from "../buddies/online.ts";
import { dailyQuery, presentDaily } from "../daily/present.ts";
import { ongoingEventsQuery } from "../events/queries.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { type LevelCardRow, presentLevelCard } from "../levels/present.ts";
import {
  featuredLevelsQuery,
  newestLevelsQuery,
  ownLevelsQuery,
  popularLevelsQuery,
  recentlyPlayedQuery,
} from "../levels/queries.ts";
import { presentUserWithPresence } from "../users/present.ts";

const LEVELS_PER_ROW = 10;
const MAX_EVENTS = 3;

export function homeRoutes(app: HonoApp): void {
  handle(app, homeRoute, async ({ gate, viewer, now }) => {
    const me = viewer?.id ?? 0;
    const [counters, featured, popular, newest, recent, own, buddies, [daily], events] = await gate.read(
      statement<{ name: string; value: number }>(sql`select name, value from counters where name in
        ('users', 'clears', 'playing', 'levels:public:', 'levels:public:star collection', 'levels:public:free roam')`),
      featuredLevelsQuery(LIMITS.pageSize.featured),
      popularLevelsQuery(LEVELS_PER_ROW),
      newestLevelsQuery(LEVELS_PER_ROW),
      recentlyPlayedQuery(me, LEVELS_PER_ROW),
      ownLevelsQuery(me, LEVELS_PER_ROW),
      buddiesOnlineQuery(me),
      dailyQuery(me, now),
      ongoingEventsQuery(now, MAX_EVENTS),
    );
    const count = (prefix: string) =>
      counters.reduce((sum, { name, value }) => (name.startsWith(prefix) ? sum + value : sum), 0);
    const cards = (rows: LevelCardRow[]) => rows.map((row) => presentLevelCard(row, now));
    return {
      counts: {
        users: count("users"),
        levels: count("levels:"),
        clears: count("clears"),
        playing: count("playing"),
      },
      featured: cards(featured),
      popular: cards(popular),
      newest: cards(newest),
      recent: cards(recent),
      own: cards(own),
      buddies_online: playingFirst(buddies).map((row) => presentUserWithPresence(row, now)),
      daily: daily ? presentDaily(daily, now) : null,
      events,
    };
  });
}

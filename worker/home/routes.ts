import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { homeRoute } from "#domain/home/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { buddiesOnlineQuery, playingFirst } from "../buddies/online.ts";
import { dailyQuery, presentDaily } from "../daily/present.ts";
import { eventsOnQuery } from "../events/queries.ts";
import { type App, handle } from "../http/handle.ts";
import { type CardRow, presentCard } from "../levels/present.ts";
import { featuredQuery, newestQuery, ownQuery, popularQuery, recentQuery } from "../levels/queries.ts";
import { presentPresentUser } from "../users/present.ts";

const ROW = 10;
const EVENTS = 3;

export function homeRoutes(app: App): void {
  handle(app, homeRoute, async ({ gate, viewer, now }) => {
    const me = viewer?.id ?? 0;
    const [counters, featured, popular, newest, recent, own, buddies, [daily], events] = await gate.read(
      statement<{ name: string; value: number }>(sql`select name, value from counters where name in
        ('users', 'clears', 'playing', 'levels:public:', 'levels:public:star collection', 'levels:public:free roam')`),
      featuredQuery(LIMITS.pageSize.featured),
      popularQuery(ROW),
      newestQuery(ROW),
      recentQuery(me, ROW),
      ownQuery(me, ROW),
      buddiesOnlineQuery(me),
      dailyQuery(me, now),
      eventsOnQuery(now, EVENTS),
    );
    const count = (prefix: string) =>
      counters.reduce((sum, { name, value }) => (name.startsWith(prefix) ? sum + value : sum), 0);
    const cards = (rows: CardRow[]) => rows.map((row) => presentCard(row, now));
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
      buddies_online: playingFirst(buddies).map((row) => presentPresentUser(row, now)),
      daily: daily ? presentDaily(daily, now) : null,
      events,
    };
  });
}

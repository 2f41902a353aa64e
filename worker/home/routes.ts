import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { encodeLook } from "#domain/avatar/bopi-look.ts";
import { homeRoute } from "#domain/home/api.ts";
import { heroLook } from "#domain/home/hero-look.ts";
import { fillShelves } from "#domain/home/shelves.ts";
import { buddiesOnlineQuery, playingFirst } from "../buddies/online.ts";
import { presentWaitingRequests, waitingRequestsQuery } from "../buddies/waiting.ts";
import { dailyQuery, presentDaily } from "../daily/present.ts";
import { presentEvent } from "../events/present.ts";
import {
  type EventLevelCardRow,
  eventCardsQuery,
  eventsQuery,
  ongoingEventsQuery,
  participantsQuery,
} from "../events/queries.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { type LevelCardRow, presentLevelCard } from "../levels/present.ts";
import {
  featuredLevelsQuery,
  newestLevelsQuery,
  ownLevelsQuery,
  type PlayedLevelRow,
  popularLevelsQuery,
  recentlyPlayedQuery,
} from "../levels/queries.ts";
import { presentStarterItems, starterItemsQuery } from "../starter/queries.ts";
import { presentUser, presentUserWithPresence } from "../users/present.ts";
import {
  achievementUpdatesQuery,
  itemUpdatesQuery,
  type LevelUpdateRow,
  levelUpdatesQuery,
  presentUpdates,
} from "./updates.ts";

/** Levels that each row shows at most. */
const SIZES = { stage: 3, recent: 3, updates: 6, own: 5, popular: 10, featured: 6, newest: 12 } as const;
/** Levels that earlier rows can take from a later one: its candidates are that many more. */
const SPARE = 20;
const MAX_EVENTS = 3;
const MAX_PARTICIPANTS = 5;

/** The current event that ends first. */
const firstEvent = (now: number): SQL =>
  sql`where e.ends_at > ${now} and e.starts_at <= ${now} order by e.ends_at, e.id limit 1`;

export function homeRoutes(app: HonoApp): void {
  handle(app, homeRoute, async ({ gate, viewer, now }) => {
    const me = viewer?.id ?? 0;
    const [
      counters,
      featured,
      popular,
      newest,
      recent,
      own,
      buddies,
      [daily],
      events,
      [stage],
      stageLevels,
      participants,
      levelUpdates,
      itemUpdates,
      achievementUpdates,
      requests,
      starters,
    ] = await gate.read(
      statement<{ name: string; value: number }>(sql`select name, value from counters where name in
        ('users', 'clears', 'playing', 'levels:public:', 'levels:public:star collection', 'levels:public:free roam')`),
      featuredLevelsQuery(SIZES.featured + SPARE),
      popularLevelsQuery(SIZES.popular + SPARE),
      newestLevelsQuery(SIZES.newest + SPARE),
      recentlyPlayedQuery(me, SIZES.recent + SIZES.stage),
      ownLevelsQuery(me, SIZES.own + SIZES.recent + SIZES.stage),
      buddiesOnlineQuery(me),
      dailyQuery(me, now),
      ongoingEventsQuery(now, MAX_EVENTS),
      eventsQuery(firstEvent(now), viewer),
      eventCardsQuery(sql`select e.id from events e ${firstEvent(now)}`, null),
      participantsQuery(sql`select e.id from events e ${firstEvent(now)}`, MAX_PARTICIPANTS),
      levelUpdatesQuery(me, now),
      itemUpdatesQuery(me, now),
      achievementUpdatesQuery(me, now),
      waitingRequestsQuery(me),
      ...(viewer ? [] : [starterItemsQuery]),
    );
    const count = (prefix: string) =>
      counters.reduce((sum, { name, value }) => (name.startsWith(prefix) ? sum + value : sum), 0);
    const candidates = {
      stage: stageLevels.sort((a, b) => a.position - b.position || a.id - b.id),
      recent,
      updates: levelUpdates,
      own,
      popular,
      featured,
      newest,
    };
    const options = (name: keyof typeof SIZES) => ({ candidates: candidates[name], size: SIZES[name] });
    const shown = fillShelves<keyof typeof SIZES, LevelCardRow>({
      stage: options("stage"),
      recent: options("recent"),
      updates: options("updates"),
      own: options("own"),
      popular: options("popular"),
      featured: options("featured"),
      newest: options("newest"),
    });
    const cards = (rows: LevelCardRow[]) => rows.map((row) => presentLevelCard(row, now));
    const rack = presentStarterItems(starters ?? []);
    return {
      counts: {
        users: count("users"),
        levels: count("levels:"),
        clears: count("clears"),
        playing: count("playing"),
      },
      featured: cards(shown.featured),
      popular: cards(shown.popular),
      newest: cards(shown.newest),
      recent: (shown.recent as PlayedLevelRow[]).map((row) => ({
        ...presentLevelCard(row, now),
        best_ms: row.best_ms,
      })),
      updates: presentUpdates(
        shown.updates as LevelUpdateRow[],
        itemUpdates,
        achievementUpdates,
        SIZES.updates,
        now,
      ),
      own: cards(shown.own),
      buddies_online: playingFirst(buddies).map((row) => presentUserWithPresence(row, now)),
      requests: presentWaitingRequests(requests, now),
      daily: daily ? presentDaily(daily, now) : null,
      stage: stage
        ? {
            ...presentEvent(stage, shown.stage as EventLevelCardRow[], viewer, now),
            players: stageLevels.reduce((sum, { playing_count }) => sum + playing_count, 0),
            participants: participants.map((row) => presentUser(row, now)),
          }
        : null,
      starters: rack,
      hero_look: viewer ? null : encodeLook(heroLook(rack)),
      events,
    };
  });
}

import { type Columns, first, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { encodeLook } from "#domain/avatar/bopi-look.ts";
import { type CreatorUpdate, homeRoute } from "#domain/home/api.ts";
import { heroLook } from "#domain/home/hero-look.ts";
import { fillShelves } from "#domain/home/shelves.ts";
import { isoTime } from "#domain/time.ts";
import {
  buddiesOnlineQuery,
  playingFirst,
  presentWaitingRequests,
  waitingRequestsQuery,
} from "../buddies/queries.ts";
import { dailyQuery, presentDaily } from "../daily/present.ts";
import {
  eventCardsQuery,
  eventsQuery,
  ongoingEventsQuery,
  participantsQuery,
  presentEvent,
} from "../events/queries.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { itemPictureUrl } from "../items/present.ts";
import { type LevelCardRow, playersNow, presentLevelCard } from "../levels/present.ts";
import {
  featuredLevelsQuery,
  levelCardsSql,
  newestLevelsQuery,
  ownLevelsQuery,
  popularLevelsQuery,
  publicLevelsQuery,
  recentlyPlayedQuery,
} from "../levels/queries.ts";
import { knownBoard } from "../live/read-board.ts";
import { presentStarterItems, starterItemsQuery } from "../starter/start-look.ts";
import { presentUser, presentUserWithPresence, type UserColumns, userColumns } from "../users/present.ts";

/** The newest creators and buddies that are looked at, and the newest things of each. */
const MAX_CREATORS = 40;
const MAX_BUDDIES = 20;
const PER_PERSON = 2;
/** The newest things read of each kind. */
const MAX_ROWS = 12;
/** Older things aren't updates any more. */
const DAYS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The people whose updates a member sees. Banned ones are left out. */
const peopleOf = (userId: number, now: number): SQL => sql`select u.id from (
    select creator_id as id from (select creator_id from follows where follower_id = ${userId}
      order by created_at desc limit ${MAX_CREATORS})
    union select buddy_id from (select buddy_id from buddies where user_id = ${userId}
      order by created_at desc limit ${MAX_BUDDIES})) f
  cross join users u on u.id = f.id
  where u.banned_at is null or u.banned_until <= ${now}`;

type LevelUpdateRow = LevelCardRow & Columns<"levels", "created_at">;

/** The newest public levels of a member's creators and buddies. */
function levelUpdatesQuery(userId: number, now: number): Statement<LevelUpdateRow> {
  return statement<LevelUpdateRow>(
    levelCardsSql(
      sql`select n.id from (${peopleOf(userId, now)}) p cross join levels n on n.id in
          (select id from levels where user_id = p.id and visibility = 'public' order by id desc limit ${PER_PERSON})
        where n.created_at > ${now - DAYS * DAY_MS} order by n.id desc limit ${MAX_ROWS}`,
      sql`l.created_at,`,
    ),
  );
}

type ItemUpdateRow = UserColumns & Columns<"items", "id" | "name" | "thumbnail" | "created_at">;

/** The newest items of a member's creators and buddies. */
const itemUpdatesQuery = (userId: number, now: number): Statement<ItemUpdateRow> =>
  statement`select i.id, i.name, i.thumbnail, i.created_at, ${userColumns}
    from (${peopleOf(userId, now)}) p cross join items i on i.id in
        (select id from items where user_id = p.id and state = 'shown' order by id desc limit ${PER_PERSON})
      cross join users u on u.id = i.user_id
    where i.created_at > ${now - DAYS * DAY_MS} order by i.id desc limit ${MAX_ROWS}`;

type AchievementUpdateRow = UserColumns &
  Columns<"achievements", "name" | "picture"> &
  Columns<"user_achievements", "created_at">;

/** The newest achievement of each of a member's creators and buddies. */
const achievementUpdatesQuery = (userId: number, now: number): Statement<AchievementUpdateRow> =>
  statement`select a.name, a.picture, h.created_at, ${userColumns}
    from (${peopleOf(userId, now)}) p
      cross join user_achievements h on h.user_id = p.id and h.achievement_id =
        (select achievement_id from user_achievements where user_id = p.id order by created_at desc limit 1)
      cross join achievements a on a.id = h.achievement_id
      cross join users u on u.id = p.id
    where h.created_at > ${now - DAYS * DAY_MS} order by h.created_at desc limit ${MAX_ROWS}`;

/** Merges all kinds, newest first, at most `size`. */
function presentUpdates(
  levels: readonly LevelUpdateRow[],
  items: readonly ItemUpdateRow[],
  achievements: readonly AchievementUpdateRow[],
  size: number,
  now: number,
): CreatorUpdate[] {
  const none = { level: null, item: null, achievement: null };
  const update = (row: UserColumns & { created_at: number }) => ({
    user: presentUser(row, now),
    created_at: isoTime(row.created_at),
    ...none,
  });
  const all: CreatorUpdate[] = [
    ...levels.map((row) => ({ ...update(row), level: presentLevelCard(row, now) })),
    ...items.map((row) => ({
      ...update(row),
      item: { name: row.name, url: `/items/${row.id}`, thumbnail_url: itemPictureUrl(row.thumbnail) },
    })),
    ...achievements.map((row) => ({ ...update(row), achievement: { name: row.name, picture: row.picture } })),
  ];
  // ISO times sort as text.
  return all.sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, size);
}

/** Levels that each row shows at most. */
const SIZES = { stage: 3, recent: 3, updates: 6, own: 5, popular: 10, featured: 6, newest: 12 } as const;
/** Levels that earlier rows can take from a later one: its candidates are that many more. */
const SPARE = 20;
/** Levels that someone played last and that aren't public anymore: as many are skipped. */
const MAX_HIDDEN = 3;
const MAX_EVENTS = 3;
const MAX_PARTICIPANTS = 5;

/** The current event that ends first. */
const firstEvent = (now: number): SQL =>
  sql`where e.ends_at > ${now} and e.starts_at <= ${now} order by e.ends_at, e.id limit 1`;

/** The public levels that the viewer played last, and their best times. */
async function readRecent(gate: SessionGate, viewer: Actor | null) {
  if (!viewer) return { recent: [], bestTimes: new Map() };
  const most = SIZES.recent + SIZES.stage;
  const played = await gate.play.all(recentlyPlayedQuery(viewer.id, most + MAX_HIDDEN));
  const ids = played.map(({ level_id }) => level_id);
  return {
    recent: ids.length > 0 ? await gate.all(publicLevelsQuery(ids, most)) : [],
    bestTimes: new Map(played.map(({ level_id, best_ms }) => [level_id, best_ms])),
  };
}

export function homeRoutes(app: HonoApp): void {
  handle(app, homeRoute, async ({ gate, viewer, now }) => {
    const me = viewer?.id ?? 0;
    const [found, { recent, bestTimes }] = await Promise.all([
      gate.read({
        counters: statement<Columns<"counters", "name" | "value">>`select name, value from counters
        where name in
        ('users', 'clears', 'in_game', 'levels:public:', 'levels:public:star collection', 'levels:public:free roam')`,
        featured: featuredLevelsQuery(SIZES.featured + SPARE),
        popular: popularLevelsQuery(SIZES.popular + SPARE),
        newest: newestLevelsQuery(SIZES.newest + SPARE),
        own: ownLevelsQuery(me, SIZES.own + SIZES.recent + SIZES.stage),
        buddies: buddiesOnlineQuery(me),
        daily: first(dailyQuery(me, now)),
        events: ongoingEventsQuery(now, MAX_EVENTS),
        stage: first(eventsQuery(firstEvent(now), viewer)),
        stageLevels: eventCardsQuery(sql`select e.id from events e ${firstEvent(now)}`, null),
        participants: participantsQuery(sql`select e.id from events e ${firstEvent(now)}`, MAX_PARTICIPANTS),
        levelUpdates: levelUpdatesQuery(me, now),
        itemUpdates: itemUpdatesQuery(me, now),
        achievementUpdates: achievementUpdatesQuery(me, now),
        requests: waitingRequestsQuery(me),
        starters: viewer ? null : starterItemsQuery,
      }),
      readRecent(gate, viewer),
    ]);
    const count = (prefix: string) =>
      found.counters.reduce((sum, { name, value }) => (name.startsWith(prefix) ? sum + value : sum), 0);
    const { daily, stage, stageLevels } = found;
    const board = knownBoard(now);
    const shown = fillShelves({
      stage: {
        candidates: stageLevels.sort((a, b) => a.position - b.position || a.id - b.id),
        size: SIZES.stage,
      },
      recent: { candidates: recent, size: SIZES.recent },
      updates: { candidates: found.levelUpdates, size: SIZES.updates },
      own: { candidates: found.own, size: SIZES.own },
      popular: { candidates: found.popular, size: SIZES.popular },
      featured: { candidates: found.featured, size: SIZES.featured },
      newest: { candidates: found.newest, size: SIZES.newest },
    });
    const cards = (rows: LevelCardRow[]) => rows.map((row) => presentLevelCard(row, now));
    const rack = presentStarterItems(found.starters);
    const { itemUpdates, achievementUpdates } = found;
    return {
      counts: {
        levels: count("levels:"),
        clears: count("clears"),
        // As pages poll them, if this process knows.
        users: board?.counts.users ?? count("users"),
        playing: board?.counts.playing ?? count("in_game"),
      },
      featured: cards(shown.featured),
      popular: cards(shown.popular),
      newest: cards(shown.newest),
      recent: shown.recent.map((row) => ({
        ...presentLevelCard(row, now),
        best_ms: bestTimes.get(row.id) ?? null,
      })),
      updates: presentUpdates(shown.updates, itemUpdates, achievementUpdates, SIZES.updates, now),
      own: cards(shown.own),
      buddies_online: playingFirst(found.buddies).map((row) => presentUserWithPresence(row, now)),
      requests: presentWaitingRequests(found.requests, now),
      daily: daily ? presentDaily(daily, now) : null,
      stage: stage
        ? {
            ...presentEvent(stage, shown.stage, viewer, now),
            players: stageLevels.reduce((sum, row) => sum + playersNow(row, now), 0),
            participants: found.participants.map((row) => presentUser(row, now)),
          }
        : null,
      starters: rack,
      hero_look: viewer ? null : encodeLook(heroLook(rack)),
      events: found.events,
    };
  });
}

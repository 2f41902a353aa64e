import { type Columns, first, sql, type Without } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { eventsRoute, levelChallengeRoute, pastEventsRoute } from "#domain/events/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { pageSlice, paginationLinks } from "../http/pagination.ts";
import { visibleLevel } from "../levels/queries.ts";
import {
  challengeCardsQuery,
  challengesQuery,
  countRowsQuery,
  currentAndUpcoming,
  eventCardsQuery,
  eventsQuery,
  pastEvents,
  presentChallenge,
  presentEvent,
} from "./queries.ts";

const isOngoing = (table: "e" | "c", now: number) => {
  const alias = sql.raw(table);
  return sql`${alias}.starts_at <= ${now} and ${alias}.ends_at > ${now}`;
};

/** The level's challenge and event, in one round trip with the level that decides their visibility. */
const levelQueries = (id: number, viewer: Actor | null, now: number) => {
  const challenge = sql`where c.id = (select challenge_id from levels where id = ${id}) and ${isOngoing("c", now)}`;
  return {
    level: first<
      Columns<"levels", "user_id"> & Without<Columns<"levels", "visibility">, "deleted">
    >`select user_id, visibility from levels where id = ${id} and visibility <> 'deleted'`,
    challenge: first(challengesQuery(challenge, viewer)),
    cards: challengeCardsQuery(sql`select c.id from challenges c ${challenge}`, viewer),
    event: first(
      eventsQuery(
        sql`where e.id = (select event_id from levels where id = ${id}) and ${isOngoing("e", now)}`,
        viewer,
      ),
    ),
  };
};

/** Public routes for events and challenges. */
export function eventRoutes(app: HonoApp): void {
  handle(app, eventsRoute, async ({ gate, viewer, now }) => {
    const { events, levels, challenges, challengeCards } = await gate.read({
      events: eventsQuery(currentAndUpcoming("e", now), viewer),
      levels: eventCardsQuery(sql`select e.id from events e ${currentAndUpcoming("e", now)}`, viewer),
      challenges: challengesQuery(currentAndUpcoming("c", now), viewer),
      challengeCards: challengeCardsQuery(
        sql`select c.id from challenges c ${currentAndUpcoming("c", now)}`,
        viewer,
      ),
    });
    return {
      events: events.map((row) => presentEvent(row, levels, viewer, now)),
      // A challenge without a visible level has nothing to do.
      challenges: challenges
        .map((row) => presentChallenge(row, challengeCards, now))
        .filter(({ level }) => level !== null),
    };
  });

  handle(app, pastEventsRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.events;
    const { limit, offset } = pageSlice(input.page, size, Number.MAX_SAFE_INTEGER);
    const which = pastEvents(now, limit, offset);
    const { count, events, levels } = await gate.read({
      count: first(countRowsQuery("events", sql`where ends_at <= ${now}`)),
      events: eventsQuery(which, viewer),
      levels: eventCardsQuery(sql`select e.id from events e ${which}`, viewer),
    });
    return {
      data: events.map((row) => presentEvent(row, levels, viewer, now)),
      ...paginationLinks(request, input.page, size, count?.total ?? 0),
    };
  });

  handle(app, levelChallengeRoute, async ({ params, gate, viewer, now }) => {
    const { level, challenge, cards, event } = await gate.read(levelQueries(params.id, viewer, now));
    visibleLevel(level, viewer);
    return {
      challenge: challenge ? presentChallenge(challenge, cards, now) : null,
      event: event ? presentEvent(event, [], viewer, now) : null,
    };
  });
}

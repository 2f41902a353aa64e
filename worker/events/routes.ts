import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { eventsRoute, levelChallengeRoute, pastEventsRoute } from "#domain/events/api.ts";
import type { Actor, Visibility } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks, slice } from "../http/pagination.ts";
import { visible } from "../levels/queries.ts";
import { presentChallenge, presentEvent } from "./present.ts";
import {
  challengeCardsQuery,
  challengesQuery,
  countQuery,
  current,
  eventCardsQuery,
  eventsQuery,
  past,
} from "./queries.ts";

const on = (table: "e" | "c", now: number) => {
  const of = sql.raw(table);
  return sql`${of}.starts_at <= ${now} and ${of}.ends_at > ${now}`;
};

/** The level's challenge and event, in one round with the level that decides whether they are there for the viewer. */
const levelQueries = (id: number, viewer: Actor | null, now: number) => {
  const challenge = sql`where c.id = (select challenge_id from levels where id = ${id}) and ${on("c", now)}`;
  return [
    statement<{ user_id: number; visibility: Visibility }>(
      sql`select user_id, visibility from levels where id = ${id} and visibility <> 'deleted'`,
    ),
    challengesQuery(challenge, viewer),
    challengeCardsQuery(sql`select c.id from challenges c ${challenge}`, viewer),
    eventsQuery(sql`where e.id = (select event_id from levels where id = ${id}) and ${on("e", now)}`, viewer),
  ] as const;
};

/** What everybody sees of events and challenges. */
export function eventRoutes(app: App): void {
  handle(app, eventsRoute, async ({ gate, viewer, now }) => {
    const [events, levels, challenges, challenged] = await gate.read(
      eventsQuery(current("e", now), viewer),
      eventCardsQuery(sql`select e.id from events e ${current("e", now)}`, viewer),
      challengesQuery(current("c", now), viewer),
      challengeCardsQuery(sql`select c.id from challenges c ${current("c", now)}`, viewer),
    );
    return {
      events: events.map((row) => presentEvent(row, levels, viewer, now)),
      // Without its level there is nothing to do in a challenge.
      challenges: challenges
        .map((row) => presentChallenge(row, challenged, now))
        .filter(({ level }) => level !== null),
    };
  });

  handle(app, pastEventsRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.events;
    const { limit, offset } = slice(input.page, size, Number.MAX_SAFE_INTEGER);
    const which = past(now, limit, offset);
    const [[count], events, levels] = await gate.read(
      countQuery("events", sql`where ends_at <= ${now}`),
      eventsQuery(which, viewer),
      eventCardsQuery(sql`select e.id from events e ${which}`, viewer),
    );
    return {
      data: events.map((row) => presentEvent(row, levels, viewer, now)),
      ...pageLinks(request, input.page, size, count?.total ?? 0),
    };
  });

  handle(app, levelChallengeRoute, async ({ params, gate, viewer, now }) => {
    const [[level], [challenge], cards, [event]] = await gate.read(...levelQueries(params.id, viewer, now));
    visible(level, viewer);
    return {
      challenge: challenge ? presentChallenge(challenge, cards, now) : null,
      event: event ? presentEvent(event, [], viewer, now) : null,
    };
  });
}

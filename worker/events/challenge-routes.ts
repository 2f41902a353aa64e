import { sql } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import {
  type Challenge,
  createChallengeRoute,
  editChallengeRoute,
  endChallengeRoute,
  staffChallengesRoute,
} from "#domain/events/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { endOfNewYorkDay, newYorkDay } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { pageSlice, paginationLinks } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import {
  endChallengeStatements,
  insertChallengeStatements,
  updateChallengeStatements,
} from "./challenge-statements.ts";
import { availabilityQueries, checkAvailability, checkDays } from "./check.ts";
import { presentChallenge } from "./present.ts";
import {
  type ChallengeRow,
  challengeCardsQuery,
  challengesQuery,
  countRowsQuery,
  newestFirst,
} from "./queries.ts";

const challengeQuery = (id: number, viewer: Actor) => challengesQuery(sql`where c.id = ${id}`, viewer);

async function readChallenge(gate: SessionGate, id: number, viewer: Actor, now: number): Promise<Challenge> {
  const {
    row: [row],
    cards,
  } = await gate.read({
    row: challengeQuery(id, viewer),
    cards: challengeCardsQuery(sql`select id from challenges where id = ${id}`, viewer),
  });
  if (!row) throw new ApiError("not_found", { message: "This challenge doesn't exist." });
  return presentChallenge(row, cards, now);
}

/** Returns the challenge; throws if it doesn't exist or has ended. */
function requireOngoing(row: ChallengeRow | undefined, now: number): ChallengeRow {
  if (!row) throw new ApiError("not_found", { message: "This challenge doesn't exist." });
  if (row.ends_at <= now) throw new ApiError("conflict", { message: `“${row.name}” has ended.` });
  return row;
}

/** Admin routes for challenges. */
export function challengeRoutes(app: HonoApp): void {
  handle(app, staffChallengesRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.challenges;
    const { limit, offset } = pageSlice(input.page, size, Number.MAX_SAFE_INTEGER);
    const which = newestFirst("c", limit, offset);
    const {
      count: [count],
      challenges,
      cards,
    } = await gate.read({
      count: countRowsQuery("challenges"),
      challenges: challengesQuery(which, viewer),
      cards: challengeCardsQuery(sql`select c.id from challenges c ${which}`, viewer),
    });
    return {
      data: challenges.map((row) => presentChallenge(row, cards, now)),
      ...paginationLinks(request, input.page, size, count?.total ?? 0),
    };
  });

  handle(app, createChallengeRoute, async ({ input, gate, viewer, now }) => {
    const { level_id, item_id, ends_on } = input;
    checkDays(newYorkDay(now), ends_on, now);
    const { levels, items } = await gate.read(availabilityQueries("challenge", [level_id], item_id, 0, now));
    checkAvailability("level_id", levels, new Set(), item_id, items);
    const fields = { ...input, ends_at: endOfNewYorkDay(ends_on) };
    const {
      created: [created],
    } = await gate.write(insertChallengeStatements(fields, viewer.id, now));
    if (!created) throw new ApiError("conflict");
    return { challenge: await readChallenge(gate, created.id, viewer, now) };
  });

  handle(app, editChallengeRoute, async ({ params, input, gate, viewer, now }) => {
    const { id } = params;
    const { item_id, ends_on } = input;
    const {
      challenge: [challenge],
      available: { items },
    } = await gate.read({
      challenge: challengeQuery(id, viewer),
      available: availabilityQueries("challenge", [], item_id, id, now),
    });
    const { level_id } = requireOngoing(challenge, now);
    // At most a year from now, as for a new one.
    checkDays(newYorkDay(now), ends_on, now);
    checkAvailability("level_id", [], new Set(), item_id, items);
    const fields = { ...input, level_id, ends_at: endOfNewYorkDay(ends_on) };
    const {
      changed: [changed],
    } = await gate.write(updateChallengeStatements(id, fields, viewer.id, now));
    if (!changed) throw new ApiError("conflict");
    return { challenge: await readChallenge(gate, id, viewer, now) };
  });

  handle(app, endChallengeRoute, async ({ params, gate, viewer, now }) => {
    const row = await gate.first(challengeQuery(params.id, viewer));
    const { id, name } = requireOngoing(row, now);
    const {
      ended: [ended],
    } = await gate.write(endChallengeStatements(id, viewer.id, now));
    if (!ended) throw new ApiError("conflict");
    return { message: `“${name}” has ended.` };
  });
}

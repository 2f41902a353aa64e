import { sql } from "drizzle-orm";
import { ApiError } from "#domain/errors.ts";
import {
  type Challenge,
  createChallengeRoute,
  editChallengeRoute,
  endChallengeRoute,
  staffChallengesRoute,
} from "#domain/events/api.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { endOfNewYorkDay, newYorkDay } from "#domain/time.ts";
import type { SessionGate } from "../http/gate.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks, slice } from "../http/pagination.ts";
import { endChallenge, insertChallenge, updateChallenge } from "./challenge-commands.ts";
import { checkDays, checkWanted, wantedQueries } from "./check.ts";
import { presentChallenge } from "./present.ts";
import { type ChallengeRow, challengeCardsQuery, challengesQuery, countQuery, newest } from "./queries.ts";

const rowQuery = (id: number, viewer: Actor) => challengesQuery(sql`where c.id = ${id}`, viewer);

async function readChallenge(gate: SessionGate, id: number, viewer: Actor, now: number): Promise<Challenge> {
  const [[row], cards] = await gate.read(
    rowQuery(id, viewer),
    challengeCardsQuery(sql`select id from challenges where id = ${id}`, viewer),
  );
  if (!row) throw new ApiError("not_found", { message: "There is no such challenge." });
  return presentChallenge(row, cards, now);
}

/** The challenge, if it has not ended. */
function lasting(row: ChallengeRow | undefined, now: number): ChallengeRow {
  if (!row) throw new ApiError("not_found", { message: "There is no such challenge." });
  if (row.ends_at <= now) throw new ApiError("conflict", { message: `“${row.name}” has ended.` });
  return row;
}

/** What admins do with challenges. */
export function challengeRoutes(app: App): void {
  handle(app, staffChallengesRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.challenges;
    const { limit, offset } = slice(input.page, size, Number.MAX_SAFE_INTEGER);
    const which = newest("c", limit, offset);
    const [[count], challenges, cards] = await gate.read(
      countQuery("challenges"),
      challengesQuery(which, viewer),
      challengeCardsQuery(sql`select c.id from challenges c ${which}`, viewer),
    );
    return {
      data: challenges.map((row) => presentChallenge(row, cards, now)),
      ...pageLinks(request, input.page, size, count?.total ?? 0),
    };
  });

  handle(app, createChallengeRoute, async ({ input, gate, viewer, now }) => {
    const { level_id, item_id, ends_on } = input;
    checkDays(newYorkDay(now), ends_on, now);
    const [wanted, items] = await gate.read(...wantedQueries("challenge", [level_id], item_id, 0, now));
    checkWanted("level_id", wanted, new Set(), item_id, items);
    const fields = { ...input, ends_at: endOfNewYorkDay(ends_on) };
    const [[made]] = await gate.write(...insertChallenge(fields, viewer.id, now));
    if (!made) throw new ApiError("conflict");
    return { challenge: await readChallenge(gate, made.id, viewer, now) };
  });

  handle(app, editChallengeRoute, async ({ params, input, gate, viewer, now }) => {
    const { id } = params;
    const { item_id, ends_on } = input;
    const [[row], , items] = await gate.read(
      rowQuery(id, viewer),
      ...wantedQueries("challenge", [], item_id, id, now),
    );
    const { level_id } = lasting(row, now);
    // A year from now, as with a new one.
    checkDays(newYorkDay(now), ends_on, now);
    checkWanted("level_id", [], new Set(), item_id, items);
    const fields = { ...input, level_id, ends_at: endOfNewYorkDay(ends_on) };
    const [, [changed]] = await gate.write(...updateChallenge(id, fields, viewer.id, now));
    if (!changed) throw new ApiError("conflict");
    return { challenge: await readChallenge(gate, id, viewer, now) };
  });

  handle(app, endChallengeRoute, async ({ params, gate, viewer, now }) => {
    const [[row]] = await gate.read(rowQuery(params.id, viewer));
    const { id, name } = lasting(row, now);
    const [, [over]] = await gate.write(...endChallenge(id, viewer.id, now));
    if (!over) throw new ApiError("conflict");
    return { message: `“${name}” has ended.` };
  });
}

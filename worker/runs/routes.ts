import { first, sql } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import { ghostsRoute, levelPlayRoute, runRoute, worldRoute } from "#domain/runs/api.ts";
import { MAX_RANK, rankBehind, TOP_RANKS } from "#domain/runs/rules.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { presentTime } from "../clears/present.ts";
import { type HonoApp, handle, handleFile } from "../http/handle.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { historyOf, levelHistoryQuery, presentLevel, thumbnailUrl } from "../levels/present.ts";
import { levelQuery, visibleLevel } from "../levels/queries.ts";
import {
  type GhostRun,
  type PlayerRow,
  presentGhost,
  presentLook,
  presentRun,
  runStatus,
} from "./present.ts";
import {
  bestGhostsQuery,
  clearedAmongQuery,
  type FoundRun,
  isClearableRevision,
  NEXT_LEVELS,
  type NextLevelRow,
  nextLevelsQuery,
  playersQuery,
  type RankedLevel,
  rankedLevelsQuery,
  runDetailsQuery,
  runKeyQuery,
  standingQuery,
  userGhostQuery,
} from "./queries.ts";

/** Ghosts that a level offers. */
const MAX_GHOSTS = 10;

/** Whether someone else can see this run: everyone who sees the level once it counts, and staff while it is flagged. */
function isVisibleRun({ state }: FoundRun, { visibility, user_id }: RankedLevel, viewer: Actor | null) {
  if (visibility === "deleted" || !canSeeLevel(viewer, { visibility, user_id })) return false;
  const status = runStatus(state);
  return status === "counted" || (status === "flagged" && isStaff(viewer));
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Throws if a copy of the main database lacks a player of a run: then the primary is asked (worker/http/near-first.ts). */
function requireAll({ db }: SessionGate, ids: readonly number[], players: readonly PlayerRow[]): void {
  if (db.isNear && players.length < new Set(ids).size) throw new ApiError("not_found");
}

const firstUncleared = (candidates: readonly NextLevelRow[], cleared: readonly { id: number }[]) =>
  candidates.find(({ id }) => !cleared.some((each) => each.id === id));

export function runRoutes(app: HonoApp): void {
  handleFile(app, worldRoute, async ({ params, gate, viewer, env, request }) => {
    const rows = await gate.all(levelQuery(params.id, viewer));
    const { file, revision } = visibleLevel(rows[0], viewer);
    const etag = `"${file}"`;
    const headers = new Headers({
      "Cache-Control": "private, no-cache",
      ETag: etag,
      "X-Level-Revision": String(revision),
    });
    if (request.headers.get("If-None-Match")?.includes(etag))
      return new Response(null, { status: 304, headers });
    const object = await env.BUCKET.get(file);
    if (!object) throw new ApiError("internal", { message: `asset ${file} is gone` });
    headers.set("Content-Type", "application/json; charset=utf-8");
    return new Response(object.body, { headers });
  });

  handle(app, levelPlayRoute, async ({ params, gate, viewer, now }) => {
    const { id } = params;
    const me = viewer?.id ?? 0;
    const { row, candidates } = await gate.read({
      row: first(levelQuery(id, viewer)),
      candidates: nextLevelsQuery(id, me, NEXT_LEVELS.first),
    });
    const level = visibleLevel(row, viewer);
    const { content } = level;
    const { history, standing, record, creator, own, cleared } = await gate.play.read({
      history: levelHistoryQuery(level, me),
      standing: first(standingQuery(id, content, me)),
      record: first(bestGhostsQuery(id, content, 1)),
      creator: first(userGhostQuery(id, content, level.user_id)),
      own: first(userGhostQuery(id, content, me)),
      cleared: clearedAmongQuery(me, idsOf(candidates)),
    });
    const ghosts = [record, creator, own].flatMap((ghost) => (ghost ? [ghost.user_id] : []));
    const ids = viewer ? [...ghosts, me] : ghosts;
    const nearest = firstUncleared(candidates, cleared);
    const isSearched = nearest !== undefined || candidates.length < NEXT_LEVELS.first;
    const { players, more } =
      ids.length === 0 && isSearched
        ? { players: [], more: [] }
        : await gate.read({
            players: ids.length > 0 ? playersQuery(ids) : null,
            more: isSearched ? null : nextLevelsQuery(id, me, NEXT_LEVELS.most),
          });
    requireAll(gate, ids, players);
    const next =
      more.length > 0
        ? firstUncleared(more, await gate.play.all(clearedAmongQuery(me, idsOf(more))))
        : nearest;
    const { best_ms = null, best_run_id = null, ahead = null, total = 0 } = standing ?? {};
    return {
      level: presentLevel({ ...level, ...historyOf(history) }, viewer, now),
      revision: level.revision,
      physics: PHYSICS,
      stars: level.stars,
      clearable: isClearableRevision(level),
      own:
        best_ms === null ? null : { ...presentTime(best_ms), rank: rankBehind(ahead), run_id: best_run_id },
      total,
      // Only a live run can be the record; others have a place behind the first ten.
      record: (record?.ahead ?? MAX_RANK) < TOP_RANKS ? presentGhost(record, players, now) : null,
      creator: presentGhost(creator, players, now),
      own_ghost: presentGhost(own, players, now),
      next_level: next
        ? {
            id: next.id,
            title: next.title,
            thumbnail_url: thumbnailUrl(next.thumbnail),
            url: `/levels/${next.id}`,
          }
        : null,
      look: presentLook(players.find(({ u_id }) => u_id === me)),
    };
  });

  handle(app, ghostsRoute, async ({ params, gate, viewer, now }) => {
    const { id } = params;
    const { content, user_id } = visibleLevel(await gate.first(levelQuery(id, viewer)), viewer);
    const { best, own, creator } = await gate.play.read({
      best: bestGhostsQuery(id, content, MAX_GHOSTS),
      own: first(userGhostQuery(id, content, viewer?.id ?? 0)),
      creator: first(userGhostQuery(id, content, user_id)),
    });
    const ids = [...best, own, creator].flatMap((ghost) => (ghost ? [ghost.user_id] : []));
    const players = ids.length > 0 ? await gate.all(playersQuery(ids)) : [];
    requireAll(gate, ids, players);
    const present = (ghost: GhostRun | undefined) => presentGhost(ghost, players, now);
    const data = best.map(present).filter((found) => found !== null);
    return { data, own: present(own), creator: present(creator) };
  });

  handle(app, runRoute, async ({ params, gate, viewer, now }) => {
    const notFound = new ApiError("not_found", { message: "This run doesn't exist or isn't public." });
    const [key] = await gate.play.readAhead(runKeyQuery(params.id));
    if (!key) throw notFound;
    const { level, players } = await gate.read({
      level: first(rankedLevelsQuery([key.level_id])),
      players: playersQuery([key.user_id]),
    });
    const found = await gate.play.first(runDetailsQuery(sql`r.id = ${params.id}`, level));
    const isOwn = key.user_id === viewer?.id;
    if (!found || !level || !players[0] || !(isOwn || isVisibleRun(found, level, viewer))) throw notFound;
    // Only the player's best run has their place.
    const ahead = found.best_run_id === found.run_id ? found.ahead : null;
    return { run: presentRun(found), ghost: presentGhost({ ...found, ahead }, players, now) };
  });
}

import { sql } from "drizzle-orm";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import { ghostsRoute, levelPlayRoute, runRoute, worldRoute } from "#domain/runs/api.ts";
import { MAX_RANK, rankBehind, TOP_RANKS } from "#domain/runs/rules.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { presentTime } from "../clears/present.ts";
import { type HonoApp, handle, handleFile } from "../http/handle.ts";
import { presentLevel, thumbnailUrl } from "../levels/present.ts";
import { levelQuery, visibleLevel } from "../levels/queries.ts";
import { isClearableRevision } from "./clearable-revision.ts";
import { presentGhost, presentLook, presentRun, runStatus } from "./present.ts";
import {
  bestGhostsQuery,
  creatorOf,
  type FoundRun,
  lookQuery,
  nextLevelQuery,
  runDetailsQuery,
  standingQuery,
  userGhostQuery,
} from "./queries.ts";

/** Ghosts that a level offers. */
const MAX_GHOSTS = 10;

/** Whether someone else can see this run: everyone who sees the level once it counts, and staff while it is flagged. */
function isVisibleRun({ state, visibility, creator_id }: FoundRun, viewer: Actor | null): boolean {
  if (visibility === "deleted" || !canSeeLevel(viewer, { visibility, user_id: creator_id })) return false;
  const status = runStatus(state);
  return status === "counted" || (status === "flagged" && isStaff(viewer));
}

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

  handle(app, levelPlayRoute, async ({ params, gate, viewer, env, now }) => {
    const { id } = params;
    const me = viewer?.id ?? 0;
    const {
      row: [row],
      standing: [standing],
      record: [record],
      creator: [creator],
      own: [own],
      next: [next],
      look: [look],
    } = await gate.read({
      row: levelQuery(id, viewer),
      standing: standingQuery(id, me),
      record: bestGhostsQuery(id, 1),
      creator: userGhostQuery(id, creatorOf(id)),
      own: userGhostQuery(id, me),
      next: nextLevelQuery(id, me),
      look: lookQuery(me),
    });
    const level = visibleLevel(row, viewer);
    const { best_ms = null, best_run_id = null, ahead = null, total = 0 } = standing ?? {};
    return {
      level: presentLevel(level, viewer, now),
      revision: level.revision,
      physics: PHYSICS,
      stars: level.stars,
      clearable: await isClearableRevision(env, level),
      own:
        best_ms === null ? null : { ...presentTime(best_ms), rank: rankBehind(ahead), run_id: best_run_id },
      total,
      // Only a live run can be the record; others have a place behind the first ten.
      record: (record?.ahead ?? MAX_RANK) < TOP_RANKS ? presentGhost(record, now) : null,
      creator: presentGhost(creator, now),
      own_ghost: presentGhost(own, now),
      next_level: next
        ? {
            id: next.id,
            title: next.title,
            thumbnail_url: thumbnailUrl(next.thumbnail),
            url: `/levels/${next.id}`,
          }
        : null,
      look: presentLook(look),
    };
  });

  handle(app, ghostsRoute, async ({ params, gate, viewer, now }) => {
    const { id } = params;
    const {
      row: [row],
      best,
      own: [own],
      creator: [creator],
    } = await gate.read({
      row: levelQuery(id, viewer),
      best: bestGhostsQuery(id, MAX_GHOSTS),
      own: userGhostQuery(id, viewer?.id ?? 0),
      creator: userGhostQuery(id, creatorOf(id)),
    });
    visibleLevel(row, viewer);
    const data = best.map((found) => presentGhost(found, now)).filter((found) => found !== null);
    return { data, own: presentGhost(own, now), creator: presentGhost(creator, now) };
  });

  handle(app, runRoute, async ({ params, gate, viewer, now }) => {
    const found = await gate.first(runDetailsQuery(sql`r.id = ${params.id}`));
    const isOwn = found !== undefined && found.user_id === viewer?.id;
    if (!found || !(isOwn || isVisibleRun(found, viewer)))
      throw new ApiError("not_found", { message: "This run doesn't exist or isn't public." });
    // Only the player's best run has their place.
    const ahead = found.best_run_id === found.run_id ? found.ahead : null;
    return { run: presentRun(found), ghost: presentGhost({ ...found, ahead }, now) };
  });
}

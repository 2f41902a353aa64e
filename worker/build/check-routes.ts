import { first, sql } from "#db/database.ts";
import { checkClearRoute, clearCheckRoute } from "#domain/build/publishing/api.ts";
import { ApiError } from "#domain/errors.ts";
import { MAX_WAITING_RUNS } from "#domain/runs/rules.ts";
import { isClearable } from "#domain/world/rules.ts";
import { chargeStorage } from "../assets/charge-storage.ts";
import { putAsset } from "../assets/store.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { requestRegion } from "../http/path.ts";
import { buildStub } from "../live/stubs.ts";
import { countLogTicks, logName, readLog, requirePhysics } from "../runs/log-hash.ts";
import { queueCheck } from "../runs/queue-check.ts";
import { checkBudgetQuery, isInBudget, requireBudget } from "../runs/write-routes.ts";
import { buildAccessQuery, buildableLevel } from "./access.ts";
import {
  clearCheckQuery,
  hasCheckRoom,
  insertClearCheck,
  presentClearCheck,
  waitingChecksQuery,
} from "./commands.ts";
import { readDraftWorld } from "./draft-world.ts";

export function checkRoutes(app: HonoApp): void {
  handle(app, checkClearRoute, async ({ params, input, gate, viewer, env, request, now, defer }) => {
    const { physics, start_tick } = input;
    const log = await readLog(input.log);
    requirePhysics(physics);
    const ticks = countLogTicks(log);
    const call = `${viewer.id}:${input.key}`;
    const sender = { user: viewer.id, now };
    const { found, existing, waiting, budget } = await gate.read({
      found: first(buildAccessQuery(params.id, viewer.id)),
      existing: first(clearCheckQuery(sql`c.call = ${call}`)),
      waiting: first(waitingChecksQuery(viewer.id, MAX_WAITING_RUNS)),
      budget: first(checkBudgetQuery("clear_checks", sender)),
    });
    const { id: level, revision } = buildableLevel(found, viewer);
    if (existing && existing.level_id !== level)
      throw new ApiError("idempotency_mismatch", {
        message: "This key was already used for another level.",
      });
    if (existing) return { check: presentClearCheck(existing) };
    if ((waiting?.value ?? 0) >= MAX_WAITING_RUNS)
      throw new ApiError("too_many", {
        message: "Your last clears are still being checked. Wait a moment and try again.",
        retryAfter: 60,
      });
    requireBudget(budget, ticks, now);
    const { world, text, content_hash } = await readDraftWorld(
      await buildStub(env, level, requestRegion(request)).world(revision),
    );
    if (!isClearable(world))
      throw new ApiError("invalid", {
        message: "This level has no stars and no goal, so it needs no clear.",
      });
    await chargeStorage(env, viewer.id, [text, log]);
    // First the files, so a stored check always has them. A retry of the call writes the same ones.
    const names = {
      world: await logName(`build:${call}:world`, new TextEncoder().encode(text)),
      log: await logName(`build:${call}`, log),
    };
    await Promise.all([
      putAsset(env.BUCKET, names.world, "json", text),
      putAsset(env.BUCKET, names.log, "log", log),
    ]);
    const check = { level, user: viewer.id, call, content: content_hash, physics, start_tick, ticks };
    const statements = {
      check: insertClearCheck({ ...check, ...names }, now, isInBudget("clear_checks", sender, ticks)),
      stored: first(clearCheckQuery(sql`c.call = ${call}`)),
      left: first(checkBudgetQuery("clear_checks", sender)),
    };
    const { stored, left } = await gate.write(statements, {
      when: sql`not exists (select 1 from clear_checks where call = ${call}) and ${hasCheckRoom(viewer.id, MAX_WAITING_RUNS)}`,
    });
    if (!stored) {
      await env.BUCKET.delete([names.world, names.log]);
      requireBudget(left, ticks, now);
      throw new ApiError("conflict");
    }
    defer(queueCheck(env, { check_id: stored.id }));
    return { check: presentClearCheck(stored) };
  });

  handle(app, clearCheckRoute, async ({ params, gate, viewer }) => {
    const { found, check } = await gate.read({
      found: first(buildAccessQuery(params.id, viewer.id)),
      check: first(clearCheckQuery(sql`c.id = ${params.checkId} and c.level_id = ${params.id}`)),
    });
    buildableLevel(found, viewer);
    if (!check) throw new ApiError("not_found", { message: "This check doesn't exist." });
    return { check: presentClearCheck(check) };
  });
}

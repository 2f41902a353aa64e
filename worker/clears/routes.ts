import { first, statement } from "#db/database.ts";
import { decideRunRoute, flaggedRunsRoute, levelClearsRoute } from "#domain/clears/api.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { placeInList } from "#domain/runs/rules.ts";
import { formatDuration } from "#domain/time.ts";
import { loadMembers } from "../forums/members.ts";
import { clearResult, notifyClear } from "../hosts/reports.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { pendingQuery, storeEffects } from "../outbox/effects.ts";
import { notifyRunDecided } from "../runs/notify-run.ts";
import { isClearableRevision, rankedLevelsQuery } from "../runs/queries.ts";
import { finishWork, relayPlay } from "../runs/relay-play.ts";
import { acceptRunStatements } from "./commands.ts";
import { presentClear, presentFlaggedRun, presentOwnClear } from "./present.ts";
import {
  type DecidedRun,
  dismissRunStatement,
  flaggedContextQueries,
  flaggedRunCountQuery,
  flaggedRunsQuery,
  isFlaggedRun,
  listClears,
  usernameQuery,
} from "./queries.ts";

export function clearRoutes(app: HonoApp): void {
  handle(app, levelClearsRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.clears;
    const { page } = input;
    const { level, own, rows, next } = await listClears(gate, params.id, viewer, { page, size });
    const ids = [...rows, ...(next ? [next] : [])].map(({ user_id }) => user_id);
    const members = await loadMembers({ gate, viewer: null, now }, ids);
    const first = (page - 1) * size + 1;
    return {
      data: rows.map((row, i) => presentClear(row, placeInList(first + i, row.top), members)),
      own: presentOwnClear(own, next, members),
      clearable: own.total > 0 || isClearableRevision(level),
      ...paginationLinks(request, page, size, own.total),
    };
  });

  handle(app, flaggedRunsRoute, async ({ input, gate, request, now }) => {
    const size = LIMITS.pageSize.flaggedRuns;
    if (input.page * size > LIMITS.pageDepth) throw new ApiError("page_too_deep");
    const { rows, total } = await gate.play.read({
      rows: flaggedRunsQuery(input.page, size),
      total: first(flaggedRunCountQuery(LIMITS.pageDepth)),
    });
    const context = await gate.read(flaggedContextQueries(rows));
    return {
      data: rows.map((row) => presentFlaggedRun(row, context, now)),
      ...paginationLinks(request, input.page, size, total?.value ?? 0),
    };
  });

  handle(app, decideRunRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const notFound = new ApiError("not_found", { message: "This clear doesn't exist." });
    const run = await gate.play.first(
      statement<DecidedRun>`select id, user_id, level_id, ms, state, created_at from runs where id = ${params.id}`,
    );
    if (!run) throw notFound;
    const { id, user_id, level_id, ms } = run;
    const { level, user } = await gate.read({
      level: first(rankedLevelsQuery([level_id])),
      user: first(usernameQuery(user_id)),
    });
    if (!level || !user) throw notFound;
    if (user_id === viewer.id)
      throw new ApiError("forbidden", { message: "Someone else has to review your own clears." });
    const entry = {
      actor_id: viewer.id,
      action: input.accept ? ("clear.accept" as const) : ("clear.dismiss" as const),
      subject_type: "run",
      subject_id: id,
      details: { user_id, level_id, ms },
      before: { state: "flagged" },
      after: { state: input.accept ? "counted" : "dismissed" },
    };
    const attempt = { id, user: user_id, level: level_id, ms, current: level.current };
    // The audit entry comes first: it requires that the run is still flagged, which the other statements end.
    const accept = input.accept ? acceptRunStatements(attempt, viewer.id, now) : null;
    const { accepted, dismissed, pending } = await gate.play.write({
      audit: storeEffects("main", [{ type: "audit", entry }], now, isFlaggedRun(id)),
      accepted: accept?.run ?? null,
      clear: accept?.clear ?? [],
      dismissed: accept ? null : dismissRunStatement(id, viewer.id, now),
      pending: pendingQuery("main"),
    });
    if (accepted.length + dismissed.length === 0)
      throw new ApiError("conflict", { message: "Someone already decided about this clear." });
    const outcome = await relayPlay(env, pending, user_id, gate.db.meter);
    defer(notifyRunDecided(env, id, level));
    const [counted] = accepted;
    if (!counted) return { message: `${user.username}'s clear was dismissed.` };
    const clear = { level_id, title: level.title, ...clearResult(counted) };
    if (outcome?.wallet) defer(notifyClear(env, user_id, clear, outcome.wallet));
    defer(finishWork(env, outcome));
    return { message: `${user.username}'s clear in ${formatDuration(ms)} counts now.` };
  });
}

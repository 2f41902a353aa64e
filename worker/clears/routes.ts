import { decideRunRoute, flaggedRunsRoute, levelClearsRoute } from "#domain/clears/api.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { placeInList } from "#domain/runs/rules.ts";
import { formatDuration } from "#domain/time.ts";
import { clearResult, notifyClear } from "../hosts/reports.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { auditEntry } from "../moderation/audit.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { isClearableRevision } from "../runs/clearable-revision.ts";
import { notifyRunDecided } from "../runs/notify-run.ts";
import { acceptRunStatements } from "./commands.ts";
import { presentClear, presentFlaggedRun, presentOwnClear } from "./present.ts";
import {
  dismissRunStatement,
  flaggedRunCountQuery,
  flaggedRunsQuery,
  isFlaggedRun,
  listClears,
  runQuery,
} from "./queries.ts";

export function clearRoutes(app: HonoApp): void {
  handle(app, levelClearsRoute, async ({ params, input, gate, viewer, env, request, now }) => {
    const size = LIMITS.pageSize.clears;
    const { page } = input;
    const { level, rows, next } = await listClears(gate, params.id, viewer, { page, size });
    const first = (page - 1) * size + 1;
    return {
      data: rows.map((row, i) => presentClear(row, placeInList(first + i, row.top), now)),
      own: presentOwnClear(level, next, now),
      clearable: level.total > 0 || (await isClearableRevision(env, level)),
      ...paginationLinks(request, page, size, level.total),
    };
  });

  handle(app, flaggedRunsRoute, async ({ input, gate, request, now }) => {
    const size = LIMITS.pageSize.flaggedRuns;
    if (input.page * size > LIMITS.pageDepth) throw new ApiError("page_too_deep");
    const {
      rows,
      total: [total],
    } = await gate.read({
      rows: flaggedRunsQuery(input.page, size),
      total: flaggedRunCountQuery(LIMITS.pageDepth),
    });
    return {
      data: rows.map((row) => presentFlaggedRun(row, now)),
      ...paginationLinks(request, input.page, size, total?.value ?? 0),
    };
  });

  handle(app, decideRunRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const run = await gate.first(runQuery(params.id));
    if (!run) throw new ApiError("not_found", { message: "This clear doesn't exist." });
    const { id, user_id, level_id, ms, created_at, username, title } = run;
    if (user_id === viewer.id)
      throw new ApiError("forbidden", { message: "Someone else has to review your own clears." });
    const audit = auditEntry(
      {
        actor_id: viewer.id,
        action: input.accept ? "clear.accept" : "clear.dismiss",
        subject_type: "run",
        subject_id: id,
        details: { user_id, level_id, ms },
        before: { state: "aside" },
        after: { state: input.accept ? "counted" : "dismissed" },
      },
      now,
      isFlaggedRun(id),
    );
    const conflict = new ApiError("conflict", { message: "Someone already decided about this clear." });
    // The audit entry comes first: it requires that the run is still flagged, which the other statements end.
    if (!input.accept) {
      const { dismissed } = await gate.write({ audit, dismissed: dismissRunStatement(id, viewer.id, now) });
      if (!dismissed[0]) throw conflict;
      defer(notifyRunDecided(env, id));
      return { message: `${username}'s clear was dismissed.` };
    }
    const attempt = { id, user: user_id, level: level_id, ms, ranAt: created_at };
    const {
      accepted: {
        run: [accepted],
        wallet: [wallet],
      },
    } = await gate.write({ audit, accepted: acceptRunStatements(attempt, viewer.id, now) });
    if (!accepted) throw conflict;
    defer(notifyRunDecided(env, id));
    const clear = { level_id, title, ...clearResult(accepted) };
    if (wallet) defer(notifyClear(env, user_id, clear, wallet));
    defer(deliverNotices(env));
    return { message: `${username}'s clear in ${formatDuration(ms)} counts now.` };
  });
}

import { asideRunsRoute, decideRunRoute, levelClearsRoute } from "#domain/clears/api.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { formatDuration } from "#domain/time.ts";
import { clearOf, tellClear } from "../hosts/reports.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks } from "../http/pagination.ts";
import type { Wallet } from "../ledger/wallet.ts";
import { auditEntry } from "../moderation/audit.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { acceptRun, type RunRow } from "./commands.ts";
import { presentAside, presentClear, presentTime } from "./present.ts";
import { asideCountQuery, asideQuery, dismissRun, isAside, listClears, runQuery } from "./queries.ts";

export function clearRoutes(app: App): void {
  handle(app, levelClearsRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.clears;
    const { page } = input;
    const { level, rows } = await listClears(gate, params.id, viewer, { page, size });
    const first = (page - 1) * size + 1;
    const { own_ms, own_times } = level;
    return {
      data: rows.map((row, i) => presentClear(row, first + i, now)),
      own: own_ms === null ? null : { ...presentTime(own_ms), times: own_times ?? 1 },
      ...pageLinks(request, page, size, level.clears_count),
    };
  });

  handle(app, asideRunsRoute, async ({ input, gate, request, now }) => {
    const size = LIMITS.pageSize.asideRuns;
    if (input.page * size > LIMITS.pageDepth) throw new ApiError("page_too_deep");
    const [rows, [total]] = await gate.read(asideQuery(input.page, size), asideCountQuery(LIMITS.pageDepth));
    return {
      data: rows.map((row) => presentAside(row, now)),
      ...pageLinks(request, input.page, size, total?.value ?? 0),
    };
  });

  handle(app, decideRunRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const [[run]] = await gate.read(runQuery(params.id));
    if (!run) throw new ApiError("not_found", { message: "There is no such clear." });
    const { id, user_id, level_id, ms, created_at, username, title } = run;
    if (user_id === viewer.id)
      throw new ApiError("forbidden", { message: "Somebody else has to look at your own clears." });
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
      isAside(id),
    );
    const statements = input.accept
      ? acceptRun({ id, user: user_id, level: level_id, ms, at: created_at }, viewer.id, now)
      : [dismissRun(id, viewer.id, now)];
    // The note comes first: it is made where the run still waits, which what follows ends.
    const [, [decided], ...answers] = await gate.write(audit, ...statements);
    if (!decided)
      throw new ApiError("conflict", { message: "Somebody has decided about this clear already." });
    if (!input.accept) return { message: `${username}'s clear has been dismissed.` };
    const wallet = answers.at(-1)?.[0] as Wallet | undefined;
    const clear = { level_id, title, ...clearOf(decided as RunRow) };
    if (wallet) defer(tellClear(env, user_id, clear, wallet));
    defer(deliverNotices(env));
    return { message: `${username}'s clear in ${formatDuration(ms)} counts now.` };
  });
}

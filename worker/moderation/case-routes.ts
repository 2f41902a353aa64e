import { type Columns, sql, statement } from "#db/database.ts";
import type { cases } from "#db/schema/index.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { caseRoute, claimCaseRoute, decideCaseRoute, reportQueueRoute } from "#domain/moderation/api.ts";
import { MAX_CLAIMS } from "#domain/moderation/rules.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { readPagedList } from "../http/paged-list.ts";
import { paginationLinks } from "../http/pagination.ts";
import { runTakedowns } from "../items/takedowns.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { checkCaseAccess, readCaseDetails } from "./case-details.ts";
import { presentCase } from "./case-present.ts";
import { type CaseDetailsRow, casePagedList, caseQuery } from "./case-queries.ts";
import { decideCase, isClaimable } from "./decide.ts";

/** Throws the reason why the viewer can't claim a case. */
function throwClaimError(row: CaseDetailsRow, viewer: Actor): never {
  if (row.state === "decided") throw new ApiError("conflict", { message: "This was already decided." });
  if (row.claimed_by !== null && row.claimed_by !== viewer.id)
    throw new ApiError("conflict", { message: "Someone else is already reviewing this." });
  throw new ApiError("invalid", {
    message: `You've claimed ${MAX_CLAIMS} reports. Decide some first, or release them.`,
  });
}

export function caseRoutes(app: HonoApp): void {
  handle(app, reportQueueRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.reports;
    const { rows, total } = await readPagedList(gate, casePagedList(input, viewer.id, size));
    return {
      data: rows.map((row) => presentCase(row, now)),
      ...paginationLinks(request, input.page, size, total),
    };
  });

  handle(app, caseRoute, async ({ params, gate, viewer, env, now }) => ({
    case: await readCaseDetails(env, gate, viewer, params.id, now),
  }));

  handle(app, claimCaseRoute, async ({ params, input, gate, viewer, env, now }) => {
    const { id } = params;
    const mine = sql`(select count(*) from (select 1 from cases
      where claimed_by = ${viewer.id} and state = 'open' limit ${MAX_CLAIMS}))`;
    const {
      changed,
      found: [found],
    } = await gate.write({
      changed: input.claim
        ? statement<
            Columns<"cases", "id">
          >(sql`update cases set claimed_by = ${viewer.id}, claimed_at = ${now}
            where id = ${id} and subject_id <> ${viewer.id} and ${isClaimable(viewer.id, now)}
              and (claimed_by = ${viewer.id} or ${mine} < ${MAX_CLAIMS}) returning id`)
        : statement<Columns<"cases", "id">>(sql`update cases set claimed_by = null, claimed_at = null
            where id = ${id} and state = 'open' and claimed_by = ${viewer.id} returning id`),
      found: caseQuery(id),
    });
    const row = checkCaseAccess(found, viewer);
    if (input.claim && changed.length === 0) throwClaimError(row, viewer);
    return { case: await readCaseDetails(env, gate, viewer, id, now) };
  });

  handle(app, decideCaseRoute, async (call) => {
    const { env, gate, viewer, params, input, now, defer } = call;
    const message = await decideCase(call);
    const decided = await readCaseDetails(env, gate, viewer, params.id, now);
    // There can be a thousand notifications, so the moderator doesn't wait for them.
    if (input.acts.includes("reject")) defer(runTakedowns(env));
    defer(deliverNotices(env));
    return { message, case: decided };
  });
}

import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { ApiError } from "#domain/errors.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { caseRoute, claimCaseRoute, decideCaseRoute, reportQueueRoute } from "#domain/moderation/api.ts";
import { MOST_CLAIMS } from "#domain/moderation/rules.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks } from "../http/pagination.ts";
import { walkPage } from "../http/walk.ts";
import { runTakedowns } from "../items/review-takedown.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { admitted, readCase } from "./case-details.ts";
import { presentCase } from "./case-present.ts";
import { caseQuery, type WholeCaseRow, walkCases } from "./case-queries.ts";
import { decideCase, isFree } from "./decide.ts";

/** Why somebody can't take a case on. */
function refuseClaim(row: WholeCaseRow, viewer: Actor): never {
  if (row.state === "decided") throw new ApiError("conflict", { message: "This has been decided already." });
  if (row.claimed_by !== null && row.claimed_by !== viewer.id)
    throw new ApiError("conflict", { message: "Somebody else is looking at this already." });
  throw new ApiError("invalid", {
    message: `You have taken on ${MOST_CLAIMS} reports. Decide some of them first, or let them go.`,
  });
}

export function caseRoutes(app: App): void {
  handle(app, reportQueueRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.reports;
    const { rows, total } = await walkPage(gate, walkCases(input, viewer.id, size));
    return { data: rows.map((row) => presentCase(row, now)), ...pageLinks(request, input.page, size, total) };
  });

  handle(app, caseRoute, async ({ params, gate, viewer, env, now }) => ({
    case: await readCase(env, gate, viewer, params.id, now),
  }));

  handle(app, claimCaseRoute, async ({ params, input, gate, viewer, env, now }) => {
    const { id } = params;
    const mine = sql`(select count(*) from (select 1 from cases
      where claimed_by = ${viewer.id} and state = 'open' limit ${MOST_CLAIMS}))`;
    const [changed, [found]] = await gate.write(
      input.claim
        ? statement<{ id: number }>(sql`update cases set claimed_by = ${viewer.id}, claimed_at = ${now}
            where id = ${id} and subject_id <> ${viewer.id} and ${isFree(viewer.id, now)}
              and (claimed_by = ${viewer.id} or ${mine} < ${MOST_CLAIMS}) returning id`)
        : statement<{ id: number }>(sql`update cases set claimed_by = null, claimed_at = null
            where id = ${id} and state = 'open' and claimed_by = ${viewer.id} returning id`),
      caseQuery(id),
    );
    const row = admitted(found, viewer);
    if (input.claim && changed.length === 0) refuseClaim(row, viewer);
    return { case: await readCase(env, gate, viewer, id, now) };
  });

  handle(app, decideCaseRoute, async (call) => {
    const { env, gate, viewer, params, input, now, defer } = call;
    const message = await decideCase(call);
    const decided = await readCase(env, gate, viewer, params.id, now);
    // There may be a thousand to tell: whoever has decided does not wait for that.
    if (input.acts.includes("reject")) defer(runTakedowns(env));
    defer(deliverNotices(env));
    return { message, case: decided };
  });
}

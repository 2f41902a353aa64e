import { type Columns, first, sql, statement } from "#db/database.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import {
  caseRoute,
  claimCaseRoute,
  decideCaseRoute,
  decidePersonRoute,
  openWorkRoute,
  reportQueueRoute,
} from "#domain/moderation/api.ts";
import { canBan, canDecideCase, MAX_CLAIMS, MAX_OPEN_SHOWN } from "#domain/moderation/rules.ts";
import type { CaseAction } from "#domain/moderation/types.ts";
import { createdTimes } from "#domain/time.ts";
import { type Call, type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks, readPagedList } from "../http/pagination.ts";
import { runTakedowns } from "../items/takedowns.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { heldUserQuery, namePlaces, presentHeld } from "../spam/held.ts";
import { presentUser, usersQuery } from "../users/present.ts";
import { presentAppeal, userAppealsQuery } from "./appeal-routes.ts";
import type { Bannable } from "./ban-statements.ts";
import { checkCaseAccess, presentCase, readCaseDetails } from "./case-details.ts";
import {
  type CaseDetailsRow,
  casePagedList,
  caseQuery,
  pendingItemsQuery,
  userCasesQuery,
} from "./case-queries.ts";
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
    const { changed, found } = await gate.write({
      changed: input.claim
        ? statement<Columns<"cases", "id">>`update cases set claimed_by = ${viewer.id}, claimed_at = ${now}
            where id = ${id} and subject_id <> ${viewer.id} and ${isClaimable(viewer.id, now)}
              and (claimed_by = ${viewer.id} or ${mine} < ${MAX_CLAIMS}) returning id`
        : statement<Columns<"cases", "id">>`update cases set claimed_by = null, claimed_at = null
            where id = ${id} and state = 'open' and claimed_by = ${viewer.id} returning id`,
      found: first(caseQuery(id)),
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

type DecideManyCall = Call<typeof decidePersonRoute>;

type PersonCaseRow = Columns<"cases", "id" | "type">;

/** The cases about the person among the chosen ones, in the order in which they were chosen. */
async function findCases({ params, input, gate }: DecideManyCall): Promise<PersonCaseRow[]> {
  const rows = await gate.all(
    statement<PersonCaseRow>`select c.id, c.type from json_each(${JSON.stringify(input.case_ids)}) n
      cross join cases c on c.id = n.value
      where c.subject_id = (select id from users where username = ${params.username}) order by n.key`,
  );
  const ids = new Set(input.case_ids);
  if (rows.length < ids.size)
    throw new ApiError("not_found", { message: "A report isn't about this person." });
  return rows.filter(({ id }) => ids.delete(id));
}

/** Decides one person's cases, each by itself; warns or bans once. Returns failed ones with the reason. */
async function decideMany(call: DecideManyCall): Promise<OutputOf<typeof decidePersonRoute>> {
  const { acts, reason, until } = call.input;
  const punishments = acts.filter((action) => action !== "remove");
  const decided: number[] = [];
  const failed: { id: number; message: string }[] = [];
  const decide = (id: number, actions: CaseAction[]) =>
    decideCase(
      { ...call, params: { id }, input: { acts: actions, reason, until, subforum_id: undefined } },
      decided.length > 0 ? punishments : [],
    );
  for (const { id, type } of await findCases(call)) {
    const removal: CaseAction[] = acts.includes("remove") ? [type === "item" ? "hide" : "remove"] : [];
    try {
      await decide(id, [...removal, ...punishments]).catch(async (error: unknown) => {
        // Something that is gone already needs no removal.
        if (!(error instanceof ApiError && error.errors?.acts && punishments.length > 0)) throw error;
        return decide(id, punishments);
      });
      decided.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.push({ id, message: error.message });
    }
  }
  const count = decided.length === 1 ? "1 report" : `${decided.length} reports`;
  const left = failed.length > 0 ? ` ${failed.length} couldn't be decided.` : "";
  return { message: `${count} decided.${left}`, decided, failed };
}

/** Everything open about one person. */
export function personRoutes(app: HonoApp): void {
  handle(app, openWorkRoute, async ({ params, gate, viewer, now }) => {
    const id = sql`(select id from users where username = ${params.username})`;
    const { user, cases, held, appeals, items } = await gate.read({
      user: first<
        Columns<"users", "id"> & Pick<Bannable, "role"> & { deleted: 0 | 1 }
      >`select id, role, deleted_at is not null as deleted from users where username = ${params.username}`,
      cases: userCasesQuery(id),
      held: heldUserQuery(id),
      appeals: userAppealsQuery(id),
      items: pendingItemsQuery(id),
    });
    if (!user) throw new ApiError("not_found", { message: "No one has this name." });
    const nothing = { cases: [], held: [], appeals: [], items: [], more: false, can_punish: false };
    // Staff can't see who reported them.
    if (!isStaff(viewer) || !canDecideCase(viewer, user.id)) return nothing;
    const ids = appeals.flatMap((row) => [row.id, row.ban_staff, row.decided_by]);
    const known = ids.filter((one) => one !== null);
    const [people, named] = await Promise.all([
      known.length > 0 ? gate.all(usersQuery([...new Set(known)])) : [],
      namePlaces(gate, held.slice(0, MAX_OPEN_SHOWN)),
    ]);
    const cards = new Map(people.map((row) => [row.u_id, presentUser(row, now)]));
    return {
      cases: cases.slice(0, MAX_OPEN_SHOWN).map((row) => presentCase(row, now)),
      held: named.map((row) => presentHeld(row, now)),
      appeals: appeals.flatMap((row) => {
        const card = cards.get(row.id);
        return card ? presentAppeal(row, card, cards, viewer) : [];
      }),
      items: items.slice(0, MAX_OPEN_SHOWN).map(({ created_at, ...item }) => ({
        ...item,
        ...createdTimes(created_at),
      })),
      more: [cases, held, items].some((rows) => rows.length > MAX_OPEN_SHOWN),
      can_punish: user.deleted === 0 && canBan(viewer, user),
    };
  });

  handle(app, decidePersonRoute, async (call) => {
    const result = await decideMany(call);
    if (call.input.acts.includes("remove")) call.defer(runTakedowns(call.env));
    call.defer(deliverNotices(call.env));
    return result;
  });
}

import { type Columns, sql, statement } from "#db/database.ts";
import type { users } from "#db/schema/index.ts";
import { isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { decidePersonRoute, openWorkRoute } from "#domain/moderation/api.ts";
import { canBan, canDecideCase, MAX_OPEN_SHOWN } from "#domain/moderation/rules.ts";
import { createdTimes } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { runTakedowns } from "../items/takedowns.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { heldUserQuery, namePlaces, presentHeld } from "../spam/held.ts";
import { presentUser } from "../users/present.ts";
import { usersQuery } from "../users/queries.ts";
import { presentAppeal, userAppealsQuery } from "./appeal-queries.ts";
import type { Bannable } from "./ban-statements.ts";
import { presentCase } from "./case-present.ts";
import { userCasesQuery } from "./case-queries.ts";
import { decideMany } from "./decide-many.ts";
import { pendingItemsQuery } from "./open-case-ids.ts";

/** Everything open about one person. */
export function personRoutes(app: HonoApp): void {
  handle(app, openWorkRoute, async ({ params, gate, viewer, now }) => {
    const id = sql`(select id from users where username = ${params.username})`;
    const {
      user: [user],
      cases,
      held,
      appeals,
      items,
    } = await gate.read({
      user: statement<Columns<"users", "id"> & Pick<Bannable, "role"> & { deleted: 0 | 1 }>(
        sql`select id, role, deleted_at is not null as deleted from users where username = ${params.username}`,
      ),
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

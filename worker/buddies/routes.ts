import { sql } from "#db/database.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import {
  acceptBuddyRoute,
  buddyListRoute,
  deleteBuddyRoute,
  requestBuddyRoute,
} from "#domain/buddies/api.ts";
import type { BuddyTab } from "#domain/buddies/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { relationshipOf } from "../blocks/queries.ts";
import { type Call, type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { isBanned } from "../http/session.ts";
import { bannedError } from "../http/session-gate.ts";
import { isNoNewcomer, limitNewcomer } from "../spam/screen.ts";
import { readOwnList } from "../users/own-lists.ts";
import { presentUserWithPresence, userIdByName } from "../users/present.ts";
import {
  acceptRequestStatements,
  changeRelationship,
  changeRelationshipIf,
  requestOrAcceptStatements,
  unbuddyStatements,
} from "./commands.ts";
import { findOtherUser, presentBuddyCounts, relationOf } from "./queries.ts";
import type { RelationshipPair } from "./relationship-pair.ts";

const outcome = ([mine]: RelationshipPair, message: string) => ({
  message,
  relation: relationOf(mine),
  counts: presentBuddyCounts(mine),
});

type Request = Call<typeof requestBuddyRoute>;

/** Sends a request to the user with this name; null if they aren't someone else, or if the member is a newcomer. */
function requestAtOnce(call: Request) {
  const { viewer, params, env, now } = call;
  const other = userIdByName(params.username);
  const rule = sql`${other} <> ${viewer.id} and ${isNoNewcomer(env, viewer, now)}`;
  return changeRelationshipIf(rule, call, viewer, other, requestOrAcceptStatements(viewer, other, now));
}

/** An object counts the requests of newcomers, which they have to wait for. */
async function requestInSteps(call: Request) {
  const { gate, viewer, params, env, now } = call;
  const other = await findOtherUser(gate, viewer, params.username);
  await limitNewcomer(env, await gate.account(), "buddy_requests", now);
  return changeRelationship(call, viewer, other, requestOrAcceptStatements(viewer, other.id, now));
}

/** Why a request wasn't sent: a block (which applies to staff, too, since it would end the friendship) or a limit. */
function requestError([mine]: RelationshipPair): ApiError {
  const code = contactProblem({ id: mine.id, role: "member" }, relationshipOf(mine, PRIVACY.everyone));
  return code === "contact_refused"
    ? new ApiError(code, { message: "You can't send this person a buddy request." })
    : new ApiError(code ?? "buddy_limit");
}

/** Messages by what was ended. */
const ENDED: Record<ReturnType<typeof relationOf>, (username: string) => string> = {
  buddy: (username) => `${username} is no longer your buddy.`,
  incoming: () => "Request declined.",
  outgoing: () => "Request canceled.",
  none: (username) => `${username} isn't your buddy.`,
};

export function buddyRoutes(app: HonoApp): void {
  handle(app, buddyListRoute, async ({ params, input, gate, viewer, request, now }) => {
    const tab = params.tab as BuddyTab;
    if (tab !== "buddies" && !viewer) throw new ApiError("unauthenticated");
    const size = LIMITS.pageSize.buddies;
    const { owner, rows, total } = await readOwnList(gate, tab, userIdByName(params.username), {
      ...input,
      size,
    });
    if (!owner) throw new ApiError("not_found", { message: "No one has this name." });
    const isOwner = viewer?.id === owner.id;
    if (tab !== "buddies") {
      if (!isOwner) throw new ApiError("forbidden", { message: "Only they can see their requests." });
      // Banned members don't see what only members see.
      const account = await gate.account();
      if (account && isBanned(account, now)) throw bannedError(account);
    }
    return {
      data: rows.map((row) => presentUserWithPresence(row, now)),
      ...paginationLinks(request, input.page, size, total),
      user: { id: owner.id, username: owner.username },
      counts: { ...presentBuddyCounts(owner), ...(!isOwner && { incoming: 0, outgoing: 0 }) },
    };
  });

  handle(app, requestBuddyRoute, async (call) => {
    const { after } = (await requestAtOnce(call)) ?? (await requestInSteps(call));
    const relation = relationOf(after[0]);
    if (relation === "buddy") return outcome(after, `You and ${after[1].username} are buddies.`);
    if (relation === "outgoing") return outcome(after, "Your request is on its way.");
    throw requestError(after);
  });

  handle(app, acceptBuddyRoute, async (call) => {
    const { viewer, params, input, now } = call;
    const other = await findOtherUser(call.gate, viewer, params.username);
    const isSameUser = input.user_id === undefined || input.user_id === other.id;
    if (!isSameUser) throw new ApiError("not_found", { message: "No one has this name and id." });
    const accept = acceptRequestStatements(viewer, other.id, now);
    const { after } = await changeRelationship(call, viewer, other, accept);
    const relation = relationOf(after[0]);
    if (relation === "buddy") return outcome(after, `You and ${other.username} are buddies.`);
    if (relation === "incoming") throw requestError(after);
    throw new ApiError("not_found", { message: `There's no request from ${other.username}.` });
  });

  handle(app, deleteBuddyRoute, async (call) => {
    const other = await findOtherUser(call.gate, call.viewer, call.params.username);
    const statements = unbuddyStatements(call.viewer, other);
    const { before, after } = await changeRelationship(call, call.viewer, other, statements);
    return outcome(after, ENDED[relationOf(before[0])](other.username));
  });
}

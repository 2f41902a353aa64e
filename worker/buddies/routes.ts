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
import { betweenOf } from "../blocks/queries.ts";
import { bannedError } from "../http/gate.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks } from "../http/pagination.ts";
import { isBanned } from "../http/session.ts";
import { slowNewcomer } from "../spam/newcomers.ts";
import { listOwn } from "../users/own-lists.ts";
import { presentPresentUser } from "../users/present.ts";
import { userNamed } from "../users/queries.ts";
import { acceptRequest, act, askOrAccept, part } from "./commands.ts";
import { countsOf, otherNamed, relationOf } from "./queries.ts";
import type { Standing } from "./standing.ts";

const outcome = ([mine]: Standing, message: string) => ({
  message,
  relation: relationOf(mine),
  counts: countsOf(mine),
});

/** Why a request was not taken: a block, from staff as well, as it would end what comes of it; else there is no room. */
function requestRefusal([mine]: Standing): ApiError {
  const code = contactProblem({ id: mine.id, role: "member" }, betweenOf(mine, PRIVACY.everyone));
  return code === "contact_refused"
    ? new ApiError(code, { message: "This person does not take requests from you." })
    : new ApiError(code ?? "buddy_limit");
}

/** What ended, in words. */
const ENDED: Record<ReturnType<typeof relationOf>, (username: string) => string> = {
  buddy: (username) => `${username} is not your buddy any more.`,
  incoming: () => "The request has been declined.",
  outgoing: () => "Your request has been withdrawn.",
  none: (username) => `${username} is not your buddy.`,
};

export function buddyRoutes(app: App): void {
  handle(app, buddyListRoute, async ({ params, input, gate, viewer, request, now }) => {
    const tab = params.tab as BuddyTab;
    if (tab !== "buddies" && !viewer) throw new ApiError("unauthenticated");
    const size = LIMITS.pageSize.buddies;
    const { owner, rows, total } = await listOwn(gate, tab, userNamed(params.username), { ...input, size });
    if (!owner) throw new ApiError("not_found", { message: "There is no user of this name." });
    const isOwner = viewer?.id === owner.id;
    if (tab !== "buddies") {
      if (!isOwner) throw new ApiError("forbidden", { message: "Requests are shown to the person alone." });
      // What only members see, a banned one does not.
      const account = await gate.account();
      if (account && isBanned(account, now)) throw bannedError(account);
    }
    return {
      data: rows.map((row) => presentPresentUser(row, now)),
      ...pageLinks(request, input.page, size, total),
      user: { id: owner.id, username: owner.username },
      counts: isOwner ? countsOf(owner) : { buddies: owner.buddies_count, incoming: 0, outgoing: 0 },
    };
  });

  handle(app, requestBuddyRoute, async (call) => {
    const { viewer, params, now } = call;
    const other = await otherNamed(call.gate, viewer, params.username);
    await slowNewcomer(call.env, await call.gate.account(), "buddy_requests", now);
    const { after } = await act(call, viewer, other, askOrAccept(viewer, other, now));
    const relation = relationOf(after[0]);
    if (relation === "buddy") return outcome(after, `You and ${other.username} are buddies.`);
    if (relation === "outgoing") return outcome(after, "Your request is on its way.");
    throw requestRefusal(after);
  });

  handle(app, acceptBuddyRoute, async (call) => {
    const { viewer, params, input, now } = call;
    const other = await otherNamed(call.gate, viewer, params.username);
    const isMeant = input.user_id === undefined || input.user_id === other.id;
    if (!isMeant) throw new ApiError("not_found", { message: "There is no user of this name and id." });
    const { after } = await act(call, viewer, other, acceptRequest(viewer, other, now));
    const relation = relationOf(after[0]);
    if (relation === "buddy") return outcome(after, `You and ${other.username} are buddies.`);
    if (relation === "incoming") throw requestRefusal(after);
    throw new ApiError("not_found", { message: `There is no request from ${other.username}.` });
  });

  handle(app, deleteBuddyRoute, async (call) => {
    const other = await otherNamed(call.gate, call.viewer, call.params.username);
    const { before, after } = await act(call, call.viewer, other, part(call.viewer, other));
    return outcome(after, ENDED[relationOf(before[0])](other.username));
  });
}

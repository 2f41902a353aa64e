import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import {
  notificationListRoute,
  notificationSettingsRoute,
  readNotificationsRoute,
  updateNotificationSettingsRoute,
} from "#domain/notifications/api.ts";
import { presentWaitingRequests, waitingRequestsQuery } from "../buddies/queries.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { hubStub } from "../live/stubs.ts";
import { presentUser, usersQuery } from "../users/present.ts";

export function notificationRoutes(app: HonoApp): void {
  handle(app, notificationListRoute, async ({ input, gate, viewer, env, request, now }) => {
    const size = LIMITS.pageSize.notifications;
    if (input.page * size > LIMITS.pageDepth) throw new ApiError("page_too_deep");
    const { rows, total, unread_count } = await hubStub(env, viewer.id).notifications(input.page);
    // Shows users' current data; the same round trip checks the session.
    const ids = new Set(rows.flatMap(({ actors }) => actors.map(({ id }) => id)));
    const { people, requests } = await gate.read({
      people: usersQuery([...ids]),
      requests: waitingRequestsQuery(viewer.id),
    });
    const cards = new Map(people.map((row) => [row.u_id, presentUser(row, now)]));
    return {
      data: rows.map((row) => ({ ...row, actors: row.actors.map((actor) => cards.get(actor.id) ?? actor) })),
      ...paginationLinks(request, input.page, size, total),
      unread_count,
      requests: presentWaitingRequests(requests, now),
    };
  });

  handle(app, readNotificationsRoute, async ({ input, gate, viewer, env }) => {
    await gate.account();
    return { unread_count: await hubStub(env, viewer.id).markNotificationsRead(input.ids ?? null) };
  });

  handle(app, notificationSettingsRoute, async ({ gate, viewer, env }) => {
    await gate.account();
    return { settings: await hubStub(env, viewer.id).noticeSettings() };
  });

  handle(app, updateNotificationSettingsRoute, async ({ input, gate, viewer, env }) => {
    await gate.account();
    const settings = await hubStub(env, viewer.id).setNoticeSettings(input);
    return { message: "Notification settings saved.", settings };
  });
}

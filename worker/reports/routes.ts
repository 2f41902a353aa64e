import { parseMessageId } from "#domain/conversations/ids.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { messageRoute, ownReportsRoute, reportRoute } from "#domain/reports/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { createdTimes } from "#domain/time.ts";
import { findConversation } from "../conversations/find-conversation.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { pageSlice, paginationLinks } from "../http/pagination.ts";
import { presentUser } from "../users/present.ts";
import { userQuery } from "../users/queries.ts";
import { reportStatements } from "./commands.ts";
import { ownCountQuery, ownReportsQuery, presentOwnReport } from "./own-reports.ts";
import { findReportTarget } from "./report-target.ts";
import { addRoomLines } from "./room-lines.ts";

const notFoundError = (name: string) => new ApiError("not_found", { message: `${name} no longer exists.` });

export function reportRoutes(app: HonoApp): void {
  handle(app, messageRoute, async ({ params, gate, viewer, env, now }) => {
    const id = parseMessageId(params.messageId);
    if (!id || (id.low !== viewer.id && id.high !== viewer.id)) throw notFoundError("This message");
    await gate.account();
    const conversation = await findConversation(env, [id.low, id.high]);
    const message = await conversation?.message(id.number);
    if (!message || message.deleted) throw notFoundError("This message");
    const { body, sender_id, created_at } = message;
    const sender = await gate.first(userQuery(sender_id));
    if (!sender) throw notFoundError("This message");
    const times = { ...createdTimes(created_at) };
    return {
      message: { id: params.messageId, body, sender_id, deleted: false, ...times },
      user: presentUser(sender, now),
    };
  });

  handle(app, reportRoute, async ({ params, input, gate, viewer, env, now }) => {
    const type = params.reportType as ReportType;
    const found = await findReportTarget(env, gate, type, params.target, viewer.id);
    if (!found) throw notFoundError("What you want to report");
    if (found.owner_id === viewer.id)
      throw new ApiError("invalid", {
        message:
          type === "message" ? "You wrote this yourself." : "This is yours. You can edit or delete it.",
      });
    if (input.room !== undefined) {
      if (type !== "user") throw fieldError("room", "Only users can be reported with the chat of a room.");
      await addRoomLines(env, gate, found, input.room, viewer.id);
    }
    await gate.write({
      report: reportStatements(found, viewer.id, input, now),
    });
    return { message: "Thanks! Our moderators will take a look." };
  });

  handle(app, ownReportsRoute, async ({ input, gate, viewer, request }) => {
    const size = LIMITS.pageSize.reports;
    // Enforces the depth limit of lists.
    const { limit, offset } = pageSlice(input.page, size, Number.MAX_SAFE_INTEGER);
    const {
      rows,
      count: [count],
    } = await gate.read({
      rows: ownReportsQuery(viewer.id, limit, offset),
      count: ownCountQuery(viewer.id),
    });
    return {
      data: rows.map(presentOwnReport),
      ...paginationLinks(request, input.page, size, count?.total ?? 0),
    };
  });
}

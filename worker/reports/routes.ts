import { readMessageId } from "#domain/conversations/ids.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { messageRoute, ownReportsRoute, reportRoute } from "#domain/reports/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks, slice } from "../http/pagination.ts";
import { conversationOf } from "../live/stubs.ts";
import { presentUser } from "../users/present.ts";
import { userQuery } from "../users/queries.ts";
import { reportStatements } from "./commands.ts";
import { findReported } from "./find.ts";
import { ownCountQuery, ownReportsQuery, presentOwnReport } from "./own.ts";

const gone = (what: string) => new ApiError("not_found", { message: `${what} is not there any more.` });

export function reportRoutes(app: App): void {
  handle(app, messageRoute, async ({ params, gate, viewer, env, now }) => {
    const id = readMessageId(params.messageId);
    if (!id || (id.low !== viewer.id && id.high !== viewer.id)) throw gone("This message");
    await gate.account();
    const message = await conversationOf(env, id.low, id.high).message(id.number);
    if (!message || message.deleted) throw gone("This message");
    const { body, sender_id, created_at } = message;
    const [[sender]] = await gate.read(userQuery(sender_id));
    if (!sender) throw gone("This message");
    const times = { created_at: isoTime(created_at), created_at_formatted: formatTime(created_at) };
    return {
      message: { id: params.messageId, body, sender_id, deleted: false, ...times },
      user: presentUser(sender, now),
    };
  });

  handle(app, reportRoute, async ({ params, input, gate, viewer, env, now }) => {
    const type = params.reportType as ReportType;
    const found = await findReported(env, gate, type, params.target, viewer.id);
    if (!found) throw gone("What you want to report");
    if (found.owner_id === viewer.id)
      throw new ApiError("invalid", {
        message:
          type === "message" ? "You wrote this yourself." : "This is your own. You can edit or delete it.",
      });
    await gate.write(...reportStatements(found, viewer.id, input, now));
    return { message: "Thank you. The moderators will look at it." };
  });

  handle(app, ownReportsRoute, async ({ input, gate, viewer, request }) => {
    const size = LIMITS.pageSize.reports;
    // Deep pages are refused as in every list.
    const { limit, offset } = slice(input.page, size, Number.MAX_SAFE_INTEGER);
    const [rows, [count]] = await gate.read(
      ownReportsQuery(viewer.id, limit, offset),
      ownCountQuery(viewer.id),
    );
    return {
      data: rows.map(presentOwnReport),
      ...pageLinks(request, input.page, size, count?.total ?? 0),
    };
  });
}

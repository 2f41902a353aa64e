import { type Columns, type SQL, sql, statement } from "#db/database.ts";
import { parseMessageId } from "#domain/conversations/ids.ts";
import { writeChatView } from "#domain/conversations/view.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { messageRoute, type OwnReport, ownReportsRoute, reportRoute } from "#domain/reports/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { createdTimes, isoTime } from "#domain/time.ts";
import { findConversation } from "../conversations/find-conversation.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { orderBy, type PageSlice, paginationLinks, readPagedList } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { roomStub } from "../live/stubs.ts";
import type { ChatLine } from "../objects/level-room-api.ts";
import { readRoomPath } from "../room/routes.ts";
import { presentUser, userQuery } from "../users/present.ts";
import { findReportTarget, type ReportTarget, reportStatements } from "./report-target.ts";

/** Adds room chat that the reporter got to a user's copy; none if they left or got no line by them. */
async function addRoomLines(
  env: Env,
  gate: SessionGate,
  { owner_id, copy }: ReportTarget,
  path: string,
  reporter: number,
): Promise<void> {
  const room = readRoomPath(env, path);
  if (!room) return;
  const level = await gate.first(
    statement<Columns<"levels", "title">>`select title from levels where id = ${room.level}
      and visibility <> 'deleted'`,
  );
  if (!level) return;
  try {
    const lines: ChatLine[] = await roomStub(env, room.level, room.instance).chatLines(reporter, owner_id);
    if (lines.length === 0) return;
    copy.place = `Chat in ${level.title}`;
    copy.messages = lines.map(({ user, text, at }, i) => ({
      id: `room_${room.level}_${room.instance}_${at}_${i}`,
      user_id: user,
      body: text,
      reported: user === owner_id,
      created_at: at,
    }));
  } catch (error) {
    // A report must not depend on the room.
    logError("lines of a room not read", { room: path }, error);
  }
}

interface OwnReportRow
  extends Columns<"reports", "id" | "target" | "details" | "created_at">,
    Columns<"cases", "name" | "url" | "subject_id" | "state" | "claimed_by" | "outcome" | "decided_at"> {
  type: OwnReport["type"];
  reason: OwnReport["reason"];
}

const ownTotal = (me: number): SQL => sql`(select reports_made from users where id = ${me})`;

/** A page of a user's own reports, newest first. */
const ownReportsQuery = (me: number, { limit, offset, reverse }: PageSlice) =>
  statement<OwnReportRow & { total: number }>`with page as (
      select id from reports where reporter_id = ${me} order by ${orderBy(["id"], "desc", reverse)} limit ${limit} offset ${offset})
    select r.id, r.type, r.target, c.name, c.url, c.subject_id, r.reason, r.details, c.state, c.claimed_by, c.outcome,
      r.created_at, c.decided_at, ${ownTotal(me)} as total
    from page p cross join reports r on r.id = p.id cross join cases c on c.id = r.case_id`;

function stateOf({ state, outcome, claimed_by }: OwnReportRow): OwnReport["state"] {
  if (state === "decided") return outcome ?? "dismissed";
  return claimed_by === null ? "waiting" : "looking";
}

/** Doesn't reveal which moderator is looking at it or decided it. */
const presentOwnReport = (row: OwnReportRow): OwnReport => ({
  id: row.id,
  type: row.type,
  name: row.name,
  // Staff open the message in the staff chat view; the reporter in their own chat.
  url: row.type === "message" ? writeChatView({ with: row.subject_id, message: row.target }) : row.url,
  reason: row.reason,
  details: row.details,
  state: stateOf(row),
  ...createdTimes(row.created_at),
  decided_at: row.decided_at === null ? null : isoTime(row.decided_at),
});

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
    const { page } = input;
    const { rows, total } = await readPagedList(gate, {
      page,
      size,
      rows: (slice) => ownReportsQuery(viewer.id, slice),
      total: () => ownTotal(viewer.id),
    });
    return {
      data: rows.map(presentOwnReport),
      ...paginationLinks(request, page, size, total),
    };
  });
}

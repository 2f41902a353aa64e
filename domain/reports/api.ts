import * as z from "zod/mini";
import { oneOf, pageNumber, text } from "../api/fields.ts";
import { readPage } from "../api/list-view.ts";
import { page, preload } from "../api/page.ts";
import { listPage, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { chatMessage } from "../conversations/api.ts";
import { LIMITS } from "../limits.ts";
import { parseRoomPath } from "../room/api.ts";
import { REPORT_REASONS, REPORT_TYPES } from "./types.ts";

export const reportRoute = route("POST", "/api/report/{reportType}/{target}", {
  creates: "main",
  summary:
    "Reports something to the moderators with a copy of its current state. A second report by the same user replaces the first.",
  access: "member",
  status: 201,
  input: z.object({
    reason: oneOf("Reason", REPORT_REASONS),
    details: z._default(text("Details", { min: 0, max: LIMITS.reportDetails, multiline: true }), ""),
    /** The path of a room, to copy its newest 50 lines of chat that the reporter got from the user. */
    room: z.optional(
      z
        .string("Room must be text.")
        .check(z.refine((path) => parseRoomPath(path) !== null, "This isn't the path of a room.")),
    ),
  }),
  output: z.object({ message: z.string() }),
});

export const messageRoute = route("GET", "/api/message/{messageId}", {
  summary: "A message and its author. Only for the 2 users of its conversation.",
  access: "member",
  output: z.object({ message: chatMessage, user: userCard }),
});

/** The user's own report and its outcome. */
export const ownReport = z.object({
  id: z.int(),
  type: z.enum(REPORT_TYPES),
  /** A short title of the reported thing: a title, a name, the beginning of a text. */
  name: z.string(),
  url: z.string(),
  reason: z.enum(REPORT_REASONS),
  details: z.string(),
  /** `waiting` for a moderator, `looking` while claimed, `acted` on or `dismissed`. */
  state: z.enum(["waiting", "looking", "acted", "dismissed"]),
  ...TIMES,
  decided_at: z.nullable(z.string()),
});
export type OwnReport = z.infer<typeof ownReport>;

export const ownReportsRoute = route("GET", "/api/reports", {
  summary: "Your reports and their outcomes, newest first.",
  access: "member",
  input: z.object({ page: pageNumber }),
  output: listPage(ownReport),
});

export const reportPage = page("/report/:type/:target", {
  group: "rare",
  access: "member",
  module: "reports/report",
  title: "Report",
});

export const ownReportsPage = page("/reports", {
  group: "rare",
  access: "member",
  module: "reports/own-reports",
  title: "Your reports",
  preload: (_, query) => [preload(ownReportsRoute, {}, { page: readPage(query) })],
});

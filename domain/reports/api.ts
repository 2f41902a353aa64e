import * as z from "zod/mini";
import { nothing, page, userCard } from "../api/answers.ts";
import { oneOf, pageNumber, text } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { chatMessage } from "../conversations/api.ts";
import { LIMITS } from "../limits.ts";
import { REPORT_REASONS, REPORT_TYPES } from "./types.ts";

export const reportRoute = route("POST", "/api/report/{reportType}/{target}", {
  summary:
    "Tells the moderators about something, with a copy of it as it is; a second report of the same thing by the same person takes the place of the first.",
  access: "member",
  status: 201,
  input: z.object({
    reason: oneOf("Reason", REPORT_REASONS),
    details: z._default(text("Details", { min: 0, max: LIMITS.reportDetails, multiline: true }), ""),
  }),
  output: z.object({ message: z.string() }),
});

export const messageRoute = route("GET", "/api/message/{messageId}", {
  summary: "One message and who wrote it, to the two people of its conversation.",
  access: "member",
  input: nothing,
  output: z.object({ message: chatMessage, user: userCard }),
});

/** A report of one's own: what became of it. */
export const ownReport = z.object({
  id: z.int(),
  type: z.enum(REPORT_TYPES),
  /** What was reported, in a few words: a title, a name, the beginning of a text. */
  name: z.string(),
  /** Where it is seen. */
  url: z.string(),
  reason: z.enum(REPORT_REASONS),
  details: z.string(),
  /** `waiting` for somebody to look, `looking` somebody does, `acted` on or `dismissed`. */
  state: z.enum(["waiting", "looking", "acted", "dismissed"]),
  created_at: z.string(),
  created_at_formatted: z.string(),
  decided_at: z.nullable(z.string()),
});
export type OwnReport = z.infer<typeof ownReport>;

export const ownReportsRoute = route("GET", "/api/reports", {
  summary: "What one has reported, and what became of it, the newest first.",
  access: "member",
  input: z.object({ page: pageNumber }),
  output: page(ownReport),
});

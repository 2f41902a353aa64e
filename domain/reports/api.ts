import * as z from "zod/mini";
import { nothing, userCard } from "../api/answers.ts";
import { oneOf, text } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { chatMessage } from "../conversations/api.ts";
import { LIMITS } from "../limits.ts";

export const REPORT_TYPES = ["level", "comment", "message", "item", "thread", "reply", "user"] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const REPORT_REASONS = [
  "harassment",
  "hate",
  "sexual",
  "violence",
  "personal information",
  "scam",
  "spam",
  "stolen work",
  "cheating",
  "other",
] as const;

export const reportRoute = route("POST", "/api/report/{reportType}/{target}", {
  summary:
    "Tells the moderators about something; a second report of the same thing by the same person is counted once.",
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

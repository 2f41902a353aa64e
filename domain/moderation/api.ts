import * as z from "zod/mini";
import { message, nothing, page, userCard } from "../api/answers.ts";
import { pageNumber, text } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { REPORT_TYPES } from "../reports/api.ts";

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

export const banStateRoute = route("GET", "/api/staff/users/{username}/ban", {
  summary: "Whether somebody is banned, until when and why; of those only whom one may ban.",
  access: "moderator",
  input: nothing,
  output: z.object({ banned: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })) }),
});

export const banRoute = route("POST", "/api/staff/users/{username}/ban", {
  summary: "Bans somebody until a time, or for ever; all their sockets are cut at once.",
  access: "moderator",
  input: z.object({
    reason: text("Reason", { max: LIMITS.banReason, multiline: true }),
    /** ISO 8601; for ever when absent or null. */
    until: z.optional(
      z.nullable(
        z.string("Until must be text.").check(z.regex(ISO_TIME, "Until must be a time in ISO 8601.")),
      ),
    ),
  }),
  output: message,
});

export const unbanRoute = route("POST", "/api/staff/users/{username}/unban", {
  summary: "Ends a ban.",
  access: "moderator",
  input: nothing,
  output: message,
});

/** A report as the moderators' queue shows it. */
export const queuedReport = z.object({
  id: z.int(),
  type: z.enum(REPORT_TYPES),
  target: z.string(),
  reason: z.string(),
  details: z.string(),
  reporter: userCard,
  created_at: z.string(),
  created_at_formatted: z.string(),
  /** Where the thing is seen: for a message, the chat as its reporter sees it. */
  url: z.string(),
});
export type QueuedReport = z.infer<typeof queuedReport>;

export const reportQueueRoute = route("GET", "/api/staff/reports", {
  summary: "Open reports, the oldest first.",
  access: "moderator",
  input: z.object({ page: pageNumber }),
  output: page(queuedReport),
});

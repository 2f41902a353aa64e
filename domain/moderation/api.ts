import * as z from "zod/mini";
import { flag, oneOf, pageNumber, text, wholeNumber } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { listPage, userCard } from "../api/response.ts";
import { type OutputOf, route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { BANNED_PAGE } from "../auth/banned.ts";
import { isCalendarDay } from "../calendar-day.ts";
import { LIMITS } from "../limits.ts";
import { REPORT_REASONS, REPORT_TYPES } from "../reports/types.ts";
import { dataExportRoute } from "../settings/api.ts";
import { heldPost } from "../spam/api.ts";
import { MAX_DECIDED_AT_ONCE } from "./rules.ts";
import { APPEAL_STATES, CASE_ACTIONS, CASE_ORDERS, CASE_STATES, REMOVAL_TYPES } from "./types.ts";
import { readAppealView, readCaseView } from "./view.ts";

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
/** ISO 8601. Absent or null means permanently. */
const until = z.optional(
  z.nullable(
    z
      .string("Until must be text.")
      .check(
        z.refine(
          (text) => ISO_TIME.test(text) && isCalendarDay(text.slice(0, 10)),
          "Until must be a time in ISO 8601.",
        ),
      ),
  ),
);
const reason = text("Reason", { max: LIMITS.banReason, multiline: true });

export const banStateRoute = route("GET", "/api/staff/users/{username}/ban", {
  summary: "A user's ban: its end and its reason. Only for users the caller can ban.",
  access: "moderator",
  output: z.object({ banned: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })) }),
});

export const banRoute = route("POST", "/api/staff/users/{username}/ban", {
  summary: "Bans a user until a time, or permanently, and closes their sockets.",
  access: "moderator",
  input: z.object({ reason, until }),
});

export const unbanRoute = route("POST", "/api/staff/users/{username}/unban", {
  summary: "Ends a ban.",
  access: "moderator",
});

export const warnRoute = route("POST", "/api/staff/users/{username}/warn", {
  creates: "main",
  summary: "Warns a user, who has to confirm that they have read it.",
  access: "moderator",
  input: z.object({ reason }),
});

/** A case as the queue shows it: all reports about one thing. */
export const caseCard = z.object({
  id: z.int(),
  type: z.enum(REPORT_TYPES),
  target: z.string(),
  /** A short title: a level's title, an item's name, the beginning of a text. */
  name: z.string(),
  /** URL of the thing; for a message, of the chat as its reporter sees it. */
  url: z.string(),
  user: userCard,
  reason: z.enum(REPORT_REASONS),
  reports_count: z.int(),
  claimed_by: z.nullable(userCard),
  outcome: z.nullable(z.enum(["dismissed", "acted"])),
  decided_at: z.nullable(z.string()),
  updated_at: z.string(),
  ...TIMES,
});
export type CaseCard = z.infer<typeof caseCard>;

export const reportQueueRoute = route("GET", "/api/staff/reports", {
  summary: "Cases: open, unclaimed, your own, or decided, in a chosen order.",
  access: "moderator",
  input: z.object({
    state: z._default(oneOf("State", CASE_STATES), "open"),
    type: z._default(oneOf("Type", ["", ...REPORT_TYPES]), ""),
    /** By default oldest first, and for decided cases the newest decisions first. */
    order: z.optional(oneOf("Order", CASE_ORDERS)),
    page: pageNumber,
  }),
  output: listPage(caseCard),
});

/** A short form of an open case, for links to it. */
export const openCase = z.pick(caseCard, {
  id: true,
  type: true,
  name: true,
  reason: true,
  reports_count: true,
});
export type OpenCase = z.infer<typeof openCase>;

/** A message in the evidence of a case. */
const copiedMessage = z.object({
  id: z.string(),
  user: userCard,
  body: z.string(),
  /** Whether this is the reported message, or by the reported user. */
  reported: z.boolean(),
  ...TIMES,
});

/** A copy of the thing at the time of the report. Fields that its kind doesn't have are absent or empty. */
export const evidenceCopy = z.object({
  id: z.int(),
  /** A level's title, an item's name, a thread's title, a user's name. */
  title: z.string(),
  /** Description, text, bio. */
  text: z.string(),
  /** URL of the stored copy of its picture. */
  picture_url: z.nullable(z.string()),
  /** For a message: the message and up to 10 before and after it. For a user: up to 50 lines of chat in a room. */
  messages: z.array(copiedMessage),
  /** Its context: "Comment on Lava Tower", "Chat in Lava Tower". */
  place: z.string(),
  ...TIMES,
});
export type EvidenceCopy = z.infer<typeof evidenceCopy>;

/** Something that staff removed within the last day. */
export const removal = z.object({
  type: z.enum(REMOVAL_TYPES),
  target: z.string(),
  /** A title or the beginning of a text; empty for messages. */
  name: z.string(),
  removed_at: z.string(),
  until: z.string(),
  restored_at: z.nullable(z.string()),
  can_undo: z.boolean(),
});
export type Removal = z.infer<typeof removal>;

/** A past warning, ban or case of a user. */
export const historyEntry = z.object({
  kind: z.enum(["warning", "ban", "removed", "restored", "dismissed"]),
  reason: z.string(),
  /** End of a ban; null if it is permanent. */
  until: z.nullable(z.string()),
  active: z.boolean(),
  staff: z.nullable(userCard),
  case_id: z.nullable(z.int()),
  ...TIMES,
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const caseDetails = z.extend(caseCard, {
  /** Evidence, oldest first: another copy for each later report that found it changed. */
  evidence: z.array(evidenceCopy),
  /** Reports, newest first, at most 50. */
  reports: z.array(
    z.object({
      id: z.int(),
      user: userCard,
      reason: z.enum(REPORT_REASONS),
      details: z.string(),
      ...TIMES,
    }),
  ),
  /** Other open cases about the same user, newest first, at most 20. */
  open_cases: z.array(openCase),
  /** Warnings, bans and other cases of the same user, newest first, at most 50. */
  history: z.array(historyEntry),
  subject: z.object({
    banned: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })),
    warnings_count: z.int(),
    created_at: z.string(),
    can_punish: z.boolean(),
  }),
  present: z.boolean(),
  can: z.array(z.enum(CASE_ACTIONS)),
  /** The removal that was part of the decision, for a day. */
  removal: z.nullable(removal),
  decision: z.nullable(
    z.object({
      staff: userCard,
      acts: z.array(z.enum(CASE_ACTIONS)),
      reason: z.string(),
      decided_at: z.string(),
    }),
  ),
});
export type CaseDetails = z.infer<typeof caseDetails>;

export const caseRoute = route("GET", "/api/staff/reports/{id}", {
  summary: "A case with its evidence, its reports and the reported user's history.",
  access: "moderator",
  output: z.object({ case: caseDetails }),
});

export const claimCaseRoute = route("POST", "/api/staff/reports/{id}/claim", {
  summary: "Claims a case for yourself, or releases it.",
  access: "moderator",
  input: z.object({ claim: flag("Claim") }),
  output: z.object({ case: caseDetails }),
});

export const decideCaseRoute = route("POST", "/api/staff/reports/{id}/decide", {
  summary:
    "Decides a case: takes all given actions or none, closes it and notifies every reporter. Without actions the case is dismissed.",
  access: "moderator",
  input: z.object({
    acts: z._default(
      z
        .array(oneOf("Act", CASE_ACTIONS), { error: "Actions must be a list." })
        .check(z.maxLength(CASE_ACTIONS.length, "Too many acts.")),
      [],
    ),
    /** For the reported user. Required with warn and ban, and shown to them with any other action. */
    reason: z._default(text("Reason", { min: 0, max: LIMITS.banReason, multiline: true }), ""),
    until,
    subforum_id: z.optional(wholeNumber("Subforum", { min: 1, max: 3 })),
  }),
  output: z.object({ message: z.string(), case: caseDetails }),
});

export const undoRemovalRoute = route("POST", "/api/staff/removals/{removalType}/{target}/undo", {
  summary:
    "Brings back what staff removed within the last 24 hours, exactly as it was. Its owner and everyone who reported it are notified.",
  access: "moderator",
  input: z.object({
    /** For the owner and the audit log. */
    reason: z._default(text("Reason", { min: 0, max: LIMITS.banReason, multiline: true }), ""),
  }),
});

/** A user's standing with staff. Also available to banned users. */
export const standingRoute = route("GET", "/api/standing", {
  summary: "Your ban, appeal and warnings, and your posts under review.",
  access: "member",
  fresh: true,
  whileBanned: true,
  output: z.object({
    banned: z.nullable(
      z.object({
        reason: z.string(),
        until: z.nullable(z.string()),
        /** The appeal against this ban, of which there is at most 1. */
        appeal: z.nullable(
          z.object({
            body: z.string(),
            state: z.enum(APPEAL_STATES),
            /** Queue position, exact below 100; 100 means 100 or more. */
            ahead: z.int(),
            answer: z.string(),
            ...TIMES,
          }),
        ),
        ...TIMES,
      }),
    ),
    warnings: z.array(z.object({ id: z.int(), reason: z.string(), seen: z.boolean(), ...TIMES })),
    held: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(["comment", "thread", "reply"]),
        title: z.string(),
        body: z.string(),
        state: z.enum(["waiting", "approved", "declined"]),
        /** The reason for declining it. */
        reason: z.string(),
        /** Queue position, exact below 100; 100 means 100 or more. */
        ahead: z.int(),
        ...TIMES,
      }),
    ),
  }),
});

export const seeWarningRoute = route("POST", "/api/standing/warnings/{id}/seen", {
  summary: "Confirms that you have read a warning.",
  access: "member",
  whileBanned: true,
});

export const appealRoute = route("POST", "/api/appeals", {
  creates: "main",
  summary: "Appeals against your ban, once per ban.",
  access: "member",
  whileBanned: true,
  status: 201,
  input: z.object({ body: text("Appeal", { max: LIMITS.appeal, multiline: true }) }),
});

export const appealCard = z.object({
  id: z.int(),
  user: userCard,
  body: z.string(),
  state: z.enum(APPEAL_STATES),
  ban: z.object({
    reason: z.string(),
    until: z.nullable(z.string()),
    staff: z.nullable(userCard),
    case_id: z.nullable(z.int()),
    ...TIMES,
  }),
  answer: z.string(),
  decided_by: z.nullable(userCard),
  decided_at: z.nullable(z.string()),
  /** False for your own bans: another moderator decides. */
  can_decide: z.boolean(),
  ...TIMES,
});
export type AppealCard = z.infer<typeof appealCard>;

export const appealQueueRoute = route("GET", "/api/staff/appeals", {
  summary: "Appeals, oldest first while they wait.",
  access: "moderator",
  input: z.object({ state: z._default(oneOf("State", APPEAL_STATES), "waiting"), page: pageNumber }),
  output: listPage(appealCard),
});

export const decideAppealRoute = route("POST", "/api/staff/appeals/{id}/decide", {
  summary: "Ends the ban or upholds it, with a reply. Not available to the moderator who made the ban.",
  access: "moderator",
  input: z.object({
    accept: flag("Accept"),
    answer: text("Reply", { max: LIMITS.banReason, multiline: true }),
  }),
});

export const standingPage = page("/standing", {
  group: "rare",
  access: "member",
  module: "standing/standing",
  title: "Your standing",
  preload: () => [preload(standingRoute)],
});

export const bannedPage = page(BANNED_PAGE, {
  access: "member",
  module: "standing/banned",
  alsoLoads: "web/app/banned/banned-site.tsx",
  title: "Your account is banned",
  preload: () => [preload(standingRoute), preload(dataExportRoute)],
  whileBanned: true,
});

export const openWorkRoute = route("GET", "/api/staff/users/{username}/open", {
  summary:
    "Everything open about a user, oldest first: cases, held posts, appeals and items to review. Empty for yourself.",
  access: "moderator",
  output: z.object({
    cases: z.array(caseCard),
    held: z.array(heldPost),
    appeals: z.array(appealCard),
    items: z.array(z.object({ id: z.int(), name: z.string(), ...TIMES })),
    /** Whether more exist than are listed. */
    more: z.boolean(),
    can_punish: z.boolean(),
  }),
});
export type OpenWork = OutputOf<typeof openWorkRoute>;

export const decidePersonRoute = route("POST", "/api/staff/users/{username}/decide", {
  summary:
    "Decides several open cases about a user in the same way. `remove` hides items; a warning or a ban is given once. Without actions the cases are dismissed.",
  access: "moderator",
  input: z.object({
    case_ids: z
      .array(wholeNumber("Report", { min: 1, max: Number.MAX_SAFE_INTEGER }), {
        error: "Reports must be a list.",
      })
      .check(
        z.minLength(1, "Choose a report."),
        z.maxLength(MAX_DECIDED_AT_ONCE, `Choose at most ${MAX_DECIDED_AT_ONCE} reports.`),
      ),
    acts: z._default(
      z
        .array(oneOf("Act", ["remove", "warn", "ban"]), { error: "Actions must be a list." })
        .check(z.maxLength(3, "Too many acts.")),
      [],
    ),
    /** As for a single case. */
    reason: z._default(text("Reason", { min: 0, max: LIMITS.banReason, multiline: true }), ""),
    until,
  }),
  output: z.object({
    message: z.string(),
    decided: z.array(z.int()),
    failed: z.array(z.object({ id: z.int(), message: z.string() })),
  }),
});

export const staffReportsPage = page("/staff/reports", {
  access: "moderator",
  module: "staff/reports",
  title: "Reports",
  preload: (_, query) => [preload(reportQueueRoute, {}, readCaseView(query))],
});

export const staffReportPage = page("/staff/reports/:id", {
  access: "moderator",
  module: "staff/report",
  title: "Report",
  preload: ({ id }) => [preload(caseRoute, { id: Number(id) })],
});

export const appealsPage = page("/staff/appeals", {
  access: "moderator",
  module: "staff/appeals",
  title: "Appeals",
  preload: (_, query) => [preload(appealQueueRoute, {}, readAppealView(query))],
});

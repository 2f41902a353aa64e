import * as z from "zod/mini";
import { message, nothing, page, userCard } from "../api/answers.ts";
import { flag, oneOf, pageNumber, text, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { REPORT_REASONS, REPORT_TYPES } from "../reports/types.ts";
import { APPEAL_STATES, CASE_ACTS, CASE_ORDERS, CASE_STATES } from "./types.ts";

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
/** ISO 8601; for ever when absent or null. */
const until = z.optional(
  z.nullable(z.string("Until must be text.").check(z.regex(ISO_TIME, "Until must be a time in ISO 8601."))),
);
const reason = text("Reason", { max: LIMITS.banReason, multiline: true });
const times = { created_at: z.string(), created_at_formatted: z.string() };

export const banStateRoute = route("GET", "/api/staff/users/{username}/ban", {
  summary: "Whether somebody is banned, until when and why; of those only whom one may ban.",
  access: "moderator",
  input: nothing,
  output: z.object({ banned: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })) }),
});

export const banRoute = route("POST", "/api/staff/users/{username}/ban", {
  summary: "Bans somebody until a time, or for ever; all their sockets are cut at once.",
  access: "moderator",
  input: z.object({ reason, until }),
  output: message,
});

export const unbanRoute = route("POST", "/api/staff/users/{username}/unban", {
  summary: "Ends a ban.",
  access: "moderator",
  input: nothing,
  output: message,
});

export const warnRoute = route("POST", "/api/staff/users/{username}/warn", {
  summary: "Warns somebody: it always reaches them, and they have to say that they have read it.",
  access: "moderator",
  input: z.object({ reason }),
  output: message,
});

/** A case as the queue shows it: everything that people have reported of one thing. */
export const caseCard = z.object({
  id: z.int(),
  type: z.enum(REPORT_TYPES),
  target: z.string(),
  /** What it is, in a few words: a title, a name, the beginning of a text. */
  name: z.string(),
  /** Where it is seen; for a message, the chat as its reporter sees it. */
  url: z.string(),
  /** Whose it is. */
  user: userCard,
  /** Why the first of them reported it. */
  reason: z.enum(REPORT_REASONS),
  reports_count: z.int(),
  claimed_by: z.nullable(userCard),
  outcome: z.nullable(z.enum(["dismissed", "acted"])),
  /** Null while it is open. */
  decided_at: z.nullable(z.string()),
  /** When the newest report came. */
  updated_at: z.string(),
  ...times,
});
export type CaseCard = z.infer<typeof caseCard>;

export const reportQueueRoute = route("GET", "/api/staff/reports", {
  summary: "What was reported: open, one's own, or decided, in a chosen order.",
  access: "moderator",
  input: z.object({
    state: z._default(oneOf("State", CASE_STATES), "open"),
    type: z._default(oneOf("Type", ["", ...REPORT_TYPES]), ""),
    /** Unless chosen, the oldest first; of decided cases, the newest decisions first. */
    order: z.optional(oneOf("Order", CASE_ORDERS)),
    page: pageNumber,
  }),
  output: page(caseCard),
});

/** An open case in short, for links to it. */
export const openCase = z.pick(caseCard, {
  id: true,
  type: true,
  name: true,
  reason: true,
  reports_count: true,
});
export type OpenCase = z.infer<typeof openCase>;

/** A message of a frozen conversation. */
const copiedMessage = z.object({
  id: z.string(),
  user: userCard,
  body: z.string(),
  /** The one that was reported. */
  reported: z.boolean(),
  ...times,
});

/** A copy of the thing as it was when it was reported. What a kind does not have is absent or empty. */
export const evidenceCopy = z.object({
  id: z.int(),
  /** A level's title, an item's name, a thread's title, a user's name. */
  title: z.string(),
  /** Description, text, bio. */
  text: z.string(),
  /** Address of its picture, kept as it was. */
  picture_url: z.nullable(z.string()),
  /** Of a message: it and up to ten before and after it. */
  messages: z.array(copiedMessage),
  /** Where it stood: "Comment on Lava Tower". */
  place: z.string(),
  ...times,
});
export type EvidenceCopy = z.infer<typeof evidenceCopy>;

/** Something in somebody's past that moderators should know. */
export const pastAct = z.object({
  kind: z.enum(["warning", "ban", "removed", "dismissed"]),
  reason: z.string(),
  /** Of a ban: until when; null for ever. */
  until: z.nullable(z.string()),
  /** Of a ban: whether it holds. */
  active: z.boolean(),
  staff: z.nullable(userCard),
  case_id: z.nullable(z.int()),
  ...times,
});
export type PastAct = z.infer<typeof pastAct>;

/** A case with all there is to decide it. */
export const caseDetails = z.extend(caseCard, {
  /** The copies, the oldest first: a further one where a later report found it changed. */
  evidence: z.array(evidenceCopy),
  /** Who reported it and what they said, the newest first, at most fifty. */
  reports: z.array(
    z.object({
      id: z.int(),
      user: userCard,
      reason: z.enum(REPORT_REASONS),
      details: z.string(),
      ...times,
    }),
  ),
  /** Other open cases about the same person, the newest first, at most twenty. */
  open_cases: z.array(openCase),
  /** Warnings, bans and other cases of the same person, the newest first, at most fifty. */
  history: z.array(pastAct),
  subject: z.object({
    banned: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })),
    warnings_count: z.int(),
    created_at: z.string(),
    /** Whether the one who asks may warn and ban them. */
    can_punish: z.boolean(),
  }),
  /** The thing is still there. */
  present: z.boolean(),
  /** What can be done with a thing of this kind by the one who asks. */
  can: z.array(z.enum(CASE_ACTS)),
  decision: z.nullable(
    z.object({
      staff: userCard,
      acts: z.array(z.enum(CASE_ACTS)),
      reason: z.string(),
      decided_at: z.string(),
    }),
  ),
});
export type CaseDetails = z.infer<typeof caseDetails>;

export const caseRoute = route("GET", "/api/staff/reports/{id}", {
  summary: "One case: the evidence, who reported it, and the reported user's history.",
  access: "moderator",
  input: nothing,
  output: z.object({ case: caseDetails }),
});

export const claimCaseRoute = route("POST", "/api/staff/reports/{id}/claim", {
  summary: "Takes a case on, so that nobody else does, or lets it go.",
  access: "moderator",
  input: z.object({ claim: flag("Claim") }),
  output: z.object({ case: caseDetails }),
});

export const decideCaseRoute = route("POST", "/api/staff/reports/{id}/decide", {
  summary:
    "Decides a case: does all that is named, or nothing, closes it and tells everybody who reported it. No acts dismiss it.",
  access: "moderator",
  input: z.object({
    acts: z._default(
      z
        .array(oneOf("Act", CASE_ACTS), { error: "Acts must be a list." })
        .check(z.maxLength(CASE_ACTS.length, "That are too many acts.")),
      [],
    ),
    /** For the person it is about; needed with warn and ban, and shown to them with whatever else is done. */
    reason: z._default(text("Reason", { min: 0, max: LIMITS.banReason, multiline: true }), ""),
    /** Of a ban. */
    until,
    /** Of a move. */
    subforum_id: z.optional(whole("Subforum", { min: 1, max: 3 })),
  }),
  output: z.object({ message: z.string(), case: caseDetails }),
});

/** What somebody has to know of how staff see them; a banned person may ask, too. */
export const standingRoute = route("GET", "/api/standing", {
  summary: "One's own ban, appeal and warnings, and what one wrote that waits for staff.",
  access: "member",
  whileBanned: true,
  input: nothing,
  output: z.object({
    banned: z.nullable(
      z.object({
        reason: z.string(),
        until: z.nullable(z.string()),
        /** Absent where there is none yet; there is one a ban. */
        appeal: z.nullable(
          z.object({
            body: z.string(),
            state: z.enum(APPEAL_STATES),
            /** How many wait before it; a hundred stands for as many or more. */
            ahead: z.int(),
            answer: z.string(),
            ...times,
          }),
        ),
        ...times,
      }),
    ),
    warnings: z.array(z.object({ id: z.int(), reason: z.string(), seen: z.boolean(), ...times })),
    held: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(["comment", "thread", "reply"]),
        title: z.string(),
        body: z.string(),
        state: z.enum(["waiting", "approved", "declined"]),
        /** Why it was declined. */
        reason: z.string(),
        /** How many wait before it; a hundred stands for as many or more. */
        ahead: z.int(),
        ...times,
      }),
    ),
  }),
});

export const seeWarningRoute = route("POST", "/api/standing/warnings/{id}/seen", {
  summary: "Says that one has read a warning.",
  access: "member",
  whileBanned: true,
  input: nothing,
  output: message,
});

export const appealRoute = route("POST", "/api/appeals", {
  summary: "What a banned person has to say; once a ban.",
  access: "member",
  whileBanned: true,
  status: 201,
  input: z.object({ body: text("Appeal", { max: LIMITS.appeal, multiline: true }) }),
  output: message,
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
    ...times,
  }),
  answer: z.string(),
  decided_by: z.nullable(userCard),
  decided_at: z.nullable(z.string()),
  /** False of bans that one has made oneself: another moderator decides. */
  can_decide: z.boolean(),
  ...times,
});
export type AppealCard = z.infer<typeof appealCard>;

export const appealQueueRoute = route("GET", "/api/staff/appeals", {
  summary: "Appeals, those that wait first come first.",
  access: "moderator",
  input: z.object({ state: z._default(oneOf("State", APPEAL_STATES), "waiting"), page: pageNumber }),
  output: page(appealCard),
});

export const decideAppealRoute = route("POST", "/api/staff/appeals/{id}/decide", {
  summary: "Ends the ban or lets it stand, with an answer; not by whoever made the ban.",
  access: "moderator",
  input: z.object({
    accept: flag("Accept"),
    answer: text("Answer", { max: LIMITS.banReason, multiline: true }),
  }),
  output: message,
});

import * as z from "zod/mini";
import { nothing, userCard } from "../api/answers.ts";
import { oneOf, searchText, text } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { username } from "../auth/sign-in-api.ts";
import { itemCard } from "../items/entity.ts";
import { levelCard } from "../levels/card.ts";
import { LIMITS } from "../limits.ts";
import { openCase, pastAct } from "../moderation/api.ts";
import { REPORT_REASONS, REPORT_TYPES } from "../reports/types.ts";
import { SCHEDULE_JOBS } from "./schedule.ts";
import { AUDIT_SUBJECTS } from "./types.ts";
import { DAY } from "./view.ts";

const times = { created_at: z.string(), created_at_formatted: z.string() };
const role = z.enum(["member", "moderator", "admin"]);

const fields = z.record(z.string(), z.unknown());
/** Something that staff did or looked at. Nobody changes or deletes one. */
export const auditItem = z.object({
  id: z.int(),
  actor: userCard,
  /** `user.ban`, `chat.view`, … */
  action: z.string(),
  subject: z.object({
    type: z.string(),
    id: z.string(),
    /** What it is called now; null where it is gone or has no name. */
    name: z.nullable(z.string()),
    url: z.nullable(z.string()),
  }),
  /** Somebody else whom it was about: the other side of a chat, whose run it was. */
  other: z.nullable(z.string()),
  reason: z.string(),
  details: fields,
  before: z.nullable(fields),
  after: z.nullable(fields),
  ...times,
});
export type AuditItem = z.infer<typeof auditItem>;

const matching = (label: string, pattern: RegExp) =>
  z._default(
    z
      .string({ error: `${label} must be text.` })
      .check(z.refine((text) => text === "" || pattern.test(text), `${label} can't be read.`)),
    "",
  );
const day = (label: string) =>
  z._default(
    z
      .string({ error: `${label} must be a day.` })
      .check(
        z.refine(
          (text) => text === "" || (DAY.test(text) && !Number.isNaN(Date.parse(text))),
          `${label} must be a day such as 2026-11-01.`,
        ),
      ),
    "",
  );

/** Entries by what is older than the last one: nobody counts a log. */
const auditPage = z.object({ data: z.array(auditItem), links: z.object({ next: z.nullable(z.string()) }) });

export const auditRoute = route("GET", "/api/staff/audit", {
  summary: "What staff did and looked at, the newest first; `next` goes on with what is older.",
  access: "moderator",
  input: z.object({
    /** A username. */
    actor: matching("Staff member", /^[A-Za-z0-9_]{3,20}$/),
    action: matching("Action", /^[a-z_]{1,30}\.[a-z_-]{1,30}$/),
    subject_type: z._default(oneOf("Kind", ["", ...AUDIT_SUBJECTS]), ""),
    /** An id, or a username; with its kind. */
    subject: matching("Subject", /^[A-Za-z0-9_]{1,60}$/),
    from: day("From"),
    until: day("Until"),
    search: searchText,
    before: matching("Before", /^[1-9]\d{0,14}$/),
  }),
  output: auditPage,
});

/** An account among those that were found. */
export const foundAccount = z.object({
  user: userCard,
  role,
  verified: z.boolean(),
  banned: z.boolean(),
  ...times,
});
export type FoundAccount = z.infer<typeof foundAccount>;

export const lookUpRoute = route("GET", "/api/staff/users", {
  summary:
    "Accounts by the beginning of their name, by id, or, for admins, by their whole address; the newest without a search.",
  access: "moderator",
  limit: "search",
  input: z.object({ search: searchText }),
  output: z.object({ data: z.array(foundAccount) }),
});

/** What staff may know of an account. */
export const account = z.object({
  user: userCard,
  role,
  bio: z.string(),
  /** Masked. */
  email: z.string(),
  verified: z.boolean(),
  two_factor: z.boolean(),
  gold_until: z.nullable(z.string()),
  coins: z.int(),
  xp: z.int(),
  counts: z.object({
    levels: z.int(),
    clears: z.int(),
    comments: z.int(),
    ratings: z.int(),
    buddies: z.int(),
    purchases: z.int(),
    sales: z.int(),
    reports: z.int(),
  }),
  online: z.boolean(),
  /** When one of their browsers was last heard from. */
  last_seen: z.nullable(z.string()),
  banned: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })),
  /** Whether the one who asks may warn and ban them. */
  can_punish: z.boolean(),
  /** They have reported a message: their chat may be looked at as they see it. */
  can_view_chat: z.boolean(),
  /** Null where it is not for the one who asks. */
  traces: z.nullable(
    z.object({
      /** Browsers that are signed in, the last one heard from first. */
      devices: z.array(z.object({ device: z.string(), seen_at: z.string(), ...times })),
      /** Accounts that were used from the same addresses, the likeliest first. */
      alts: z.array(
        z.object({
          user: userCard,
          role,
          banned: z.boolean(),
          /** How many addresses they have in common, and when it was used there last. */
          addresses: z.int(),
          last_at: z.string(),
        }),
      ),
      /** Addresses that were left out because so many accounts are used from them. */
      shared: z.int(),
    }),
  ),
  ...times,
});
export type Account = z.infer<typeof account>;

export const accountRoute = route("GET", "/api/staff/users/{username}", {
  summary: "An account as staff may know it; that it was looked at is noted.",
  access: "moderator",
  input: nothing,
  output: z.object({ account }),
});

export const renameRoute = route("POST", "/api/staff/users/{username}/rename", {
  summary:
    "Gives an account another username; the one it had stays reserved for a year and leads to the new one.",
  access: "admin",
  confirmed: true,
  input: z.object({ username, reason: text("Reason", { max: LIMITS.banReason, multiline: true }) }),
  output: z.object({ message: z.string(), username: z.string() }),
});

export const userHistoryRoute = route("GET", "/api/staff/users/{username}/history", {
  summary: "A user's warnings, bans and decided cases, and the open cases about them, each the newest first.",
  access: "moderator",
  input: nothing,
  output: z.object({ data: z.array(pastAct), open_cases: z.array(openCase) }),
});

export const overviewRoute = route("GET", "/api/staff/overview", {
  summary: "What waits for staff, and the cases that one has taken on.",
  access: "moderator",
  input: nothing,
  output: z.object({
    waiting: z.object({
      reports: z.int(),
      /** Of these, those nobody has taken on. */
      unclaimed: z.int(),
      appeals: z.int(),
      held: z.int(),
      items: z.int(),
      clears: z.int(),
    }),
    own: z.array(
      z.object({
        id: z.int(),
        type: z.enum(REPORT_TYPES),
        name: z.string(),
        reason: z.enum(REPORT_REASONS),
        reports_count: z.int(),
        user: userCard,
        ...times,
      }),
    ),
    latest: z.array(auditItem),
  }),
});

export const featuredRoute = route("GET", "/api/staff/featured", {
  summary: "The levels and items that are featured, the latest choice first.",
  access: "admin",
  input: nothing,
  output: z.object({ levels: z.array(levelCard), items: z.array(itemCard) }),
});

export const goldMonthsRoute = route("GET", "/api/staff/gold-months", {
  summary: "The items of the Gold months, the latest month first.",
  access: "admin",
  input: nothing,
  output: z.object({
    data: z.array(
      z.object({
        /** The first of the month. */
        month: z.string(),
        items: z.array(z.extend(itemCard, { gold_month_description: z.string() })),
      }),
    ),
  }),
});

export const grantListRoute = route("GET", "/api/staff/grants", {
  summary: "What admins gave to whom of late.",
  access: "admin",
  input: nothing,
  output: auditPage,
});

/** A job of the five-minute schedule and how its newest runs went. */
export const scheduledJob = z.object({
  job: z.enum(SCHEDULE_JOBS),
  /** Its newest run succeeded within the last 15 minutes. */
  healthy: z.boolean(),
  succeeded_at: z.nullable(z.string()),
  /** Milliseconds that the newest run took. */
  took_ms: z.nullable(z.int()),
  failed_at: z.nullable(z.string()),
  /** What the newest failed run said. */
  error: z.nullable(z.string()),
});
export type ScheduledJob = z.infer<typeof scheduledJob>;

export const scheduleRoute = route("GET", "/api/staff/schedule", {
  summary: "The jobs that run every five minutes: last success, duration and last error.",
  access: "moderator",
  input: nothing,
  output: z.object({ data: z.array(scheduledJob) }),
});

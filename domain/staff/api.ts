import * as z from "zod/mini";
import { oneOf, searchQuery, text } from "../api/fields.ts";
import { readListView } from "../api/list-view.ts";
import { page, preload } from "../api/page.ts";
import { userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { ROLES } from "../auth/roles.ts";
import { username } from "../auth/sign-in/api.ts";
import { isCalendarDay } from "../calendar-day.ts";
import { itemCard } from "../items/item-card.ts";
import { levelCard } from "../levels/card.ts";
import { LIMITS } from "../limits.ts";
import { historyEntry, openCase, openWorkRoute, removal } from "../moderation/api.ts";
import { REPORT_REASONS, REPORT_TYPES } from "../reports/types.ts";
import { AUDIT_SUBJECTS } from "./types.ts";
import { readAuditView } from "./view.ts";

const role = z.enum(ROLES);

const fields = z.record(z.string(), z.unknown());
/** A logged action or view by staff. Immutable. */
export const auditItem = z.object({
  id: z.int(),
  actor: userCard,
  /** `user.ban`, `chat.view`, … */
  action: z.string(),
  subject: z.object({
    type: z.string(),
    id: z.string(),
    name: z.nullable(z.string()),
    url: z.nullable(z.string()),
  }),
  /** Another user involved: the other side of a chat, the player of a run. */
  other: z.nullable(z.string()),
  reason: z.string(),
  details: fields,
  before: z.nullable(fields),
  after: z.nullable(fields),
  /** The removal that the entry is about, for a day. */
  removal: z.nullable(removal),
  ...TIMES,
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
        z.refine((text) => text === "" || isCalendarDay(text), `${label} must be a day such as 2026-11-01.`),
      ),
    "",
  );

/** A page of entries before a cursor. No totals, because the log is too long to count. */
const auditPage = z.object({ data: z.array(auditItem), links: z.object({ next: z.nullable(z.string()) }) });

export const auditRoute = route("GET", "/api/staff/audit", {
  summary: "Actions and views by staff, newest first. `next` continues with older ones.",
  access: "moderator",
  input: z.object({
    /** A username. */
    actor: matching("Staff member", /^[A-Za-z0-9_]{3,20}$/),
    action: matching("Action", /^[a-z_]{1,30}\.[a-z_-]{1,30}$/),
    subject_type: z._default(oneOf("Type", ["", ...AUDIT_SUBJECTS]), ""),
    /** An id, or a username; needs `subject_type`. */
    subject: matching("Subject", /^[A-Za-z0-9_]{1,60}$/),
    from: day("From"),
    until: day("Until"),
    search: searchQuery,
    before: matching("Before", /^[1-9]\d{0,14}$/),
  }),
  output: auditPage,
});

export const foundAccount = z.object({
  user: userCard,
  role,
  verified: z.boolean(),
  banned: z.boolean(),
  ...TIMES,
});
export type FoundAccount = z.infer<typeof foundAccount>;

export const accountLookupRoute = route("GET", "/api/staff/users", {
  summary:
    "Accounts by the beginning of their name, by id, or, for admins, by full email address. The newest without a search.",
  access: "moderator",
  rateLimit: "search",
  input: z.object({ search: searchQuery }),
  output: z.object({ data: z.array(foundAccount) }),
});

export const account = z.object({
  user: userCard,
  role,
  bio: z.string(),
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
  last_seen: z.nullable(z.string()),
  banned: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })),
  /** Whether the viewer can warn and ban them. */
  can_punish: z.boolean(),
  /** The roles the viewer can give them. */
  can_become: z.array(role),
  /** Whether their chat can be viewed, because they have reported a message. */
  can_view_chat: z.boolean(),
  /** Null if the viewer doesn't have access. */
  traces: z.nullable(
    z.object({
      /** Signed-in browsers, most recently active first. */
      devices: z.array(z.object({ device: z.string(), seen_at: z.string(), ...TIMES })),
      /** Accounts used from the same IP addresses, the likeliest first. */
      alts: z.array(
        z.object({
          user: userCard,
          role,
          banned: z.boolean(),
          /** Number of shared IP addresses, and the last use of one. */
          addresses: z.int(),
          last_at: z.string(),
        }),
      ),
      /** Number of ignored IP addresses, which too many accounts use. */
      shared: z.int(),
    }),
  ),
  ...TIMES,
});
export type StaffAccount = z.infer<typeof account>;

export const accountRoute = route("GET", "/api/staff/users/{username}", {
  summary: "An account as staff see it. The view is logged.",
  access: "moderator",
  output: z.object({ account }),
});

export const renameRoute = route("POST", "/api/staff/users/{username}/rename", {
  summary:
    "Changes an account's username. The old one stays reserved for a year and redirects to the new one.",
  access: "admin",
  recentlyConfirmed: true,
  input: z.object({ username, reason: text("Reason", { max: LIMITS.banReason, multiline: true }) }),
  output: z.object({ message: z.string(), username: z.string() }),
});

export const roleRoute = route("POST", "/api/staff/users/{username}/role", {
  summary:
    "Appoints a moderator or an admin, or dismisses one. The last admin with two-factor authentication stays.",
  access: "admin",
  recentlyConfirmed: true,
  input: z.object({
    role: oneOf("Role", ROLES),
    reason: text("Reason", { max: LIMITS.banReason, multiline: true }),
  }),
});

export const staffMember = z.object({
  user: userCard,
  role,
  two_factor: z.boolean(),
  banned: z.boolean(),
  /** When they got the role, and which admin gave it; null if none did, as for a site's first admin. */
  since: z.nullable(z.string()),
  by: z.nullable(userCard),
  online: z.boolean(),
  last_seen: z.nullable(z.string()),
  /** The roles the viewer can give them. */
  can_become: z.array(role),
});
export type StaffMember = z.infer<typeof staffMember>;

export const teamRoute = route("GET", "/api/staff/team", {
  summary: "Everyone with a staff role: admins first, then moderators, the longest-standing accounts first.",
  access: "admin",
  output: z.object({ data: z.array(staffMember) }),
});

export const userHistoryRoute = route("GET", "/api/staff/users/{username}/history", {
  summary:
    "A user's warnings, bans and decided cases, open cases about them, and removals of the last day, newest first.",
  access: "moderator",
  output: z.object({
    data: z.array(historyEntry),
    open_cases: z.array(openCase),
    removals: z.array(removal),
  }),
});

export const overviewRoute = route("GET", "/api/staff/overview", {
  summary: "The queues waiting for staff, and your claimed cases.",
  access: "moderator",
  output: z.object({
    waiting: z.object({
      reports: z.int(),
      /** Unclaimed reports among them. */
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
        ...TIMES,
      }),
    ),
    latest: z.array(auditItem),
  }),
});

export const featuredRoute = route("GET", "/api/staff/featured", {
  summary: "Featured levels and items, most recently featured first.",
  access: "admin",
  output: z.object({ levels: z.array(levelCard), items: z.array(itemCard) }),
});

export const goldMonthsRoute = route("GET", "/api/staff/gold-months", {
  summary: "Items of the Gold months, latest month first.",
  access: "admin",
  output: z.object({
    data: z.array(
      z.object({
        month: z.string(),
        items: z.array(z.extend(itemCard, { gold_month_description: z.string() })),
      }),
    ),
  }),
});

export const grantListRoute = route("GET", "/api/staff/grants", {
  summary: "Recent grants by admins.",
  access: "admin",
  output: auditPage,
});

export const overviewPage = page("/staff", {
  access: "moderator",
  module: "staff/home",
  title: "Staff",
  preload: () => [preload(overviewRoute)],
});

export const lookUpPage = page("/staff/users", {
  access: "moderator",
  module: "staff/users",
  title: "Look up users",
  preload: (_, query) => [preload(accountLookupRoute, {}, { search: readListView(query).search })],
});

export const accountPage = page("/staff/users/:username", {
  access: "moderator",
  module: "staff/user",
  title: "User",
  // The page itself loads the account, because every view is logged.
  preload: ({ username = "" }) => [
    preload(userHistoryRoute, { username }),
    preload(openWorkRoute, { username }),
  ],
});

export const teamPage = page("/staff/team", {
  access: "admin",
  module: "staff/team",
  title: "Team",
  preload: () => [preload(teamRoute)],
});

export const featuredPage = page("/staff/featured", {
  access: "admin",
  module: "staff/featured",
  title: "Featured",
  preload: () => [preload(featuredRoute)],
});

export const grantsPage = page("/staff/grants", {
  access: "admin",
  module: "staff/grants",
  title: "Grants",
  preload: () => [preload(grantListRoute)],
});

export const goldMonthPage = page("/staff/gold-month", {
  access: "admin",
  module: "staff/gold-month",
  title: "Gold month",
  preload: () => [preload(goldMonthsRoute)],
});

export const auditLogPage = page("/staff/audit", {
  access: "moderator",
  module: "staff/audit",
  title: "Audit log",
  preload: (_, query) => [preload(auditRoute, {}, readAuditView(query))],
});

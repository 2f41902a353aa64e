import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { RemovalType } from "#domain/moderation/types.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { booleanColumn, reference, time, withoutRowid } from "../columns.ts";
import { users } from "./users.ts";

const staffId = () => integer().references(() => users.id);

/** Cases: all reports about one thing until staff decide. */
export const cases = sqliteTable(
  "cases",
  {
    id: integer().primaryKey(),
    type: text().$type<ReportType>().notNull(),
    target: text().notNull(),
    /** The owner of the reported thing. */
    subject_id: reference(() => users.id),
    /** A short title and the URL, from the first report. */
    name: text().notNull().default(""),
    url: text().notNull().default(""),
    /** The reason of the first report. */
    reason: text().notNull(),
    /** Number of reporters, maintained by a trigger. */
    reports_count: integer().notNull().default(0),
    state: text().$type<"open" | "decided">().notNull().default("open"),
    claimed_by: staffId(),
    claimed_at: time(),
    outcome: text().$type<"dismissed" | "acted">(),
    /** The actions taken, as JSON (domain/moderation/api.ts). */
    decision: text({ mode: "json" }).$type<unknown>(),
    decided_by: staffId(),
    decided_at: time(),
    /** When staff undid the removal that was part of the decision. */
    undone_at: time(),
    created_at: time().notNull(),
    /** Time of the newest report. */
    updated_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("cases_once").on(t.type, t.target).where(sql`${t.state} = 'open'`),
    index("cases_queue").on(t.state, t.id),
    index("cases_most").on(t.state, t.reports_count, t.id),
    index("cases_type").on(t.state, t.type, t.id),
    index("cases_type_most").on(t.state, t.type, t.reports_count, t.id),
    index("cases_free_most")
      .on(t.reports_count, t.id)
      .where(sql`${t.state} = 'open' and ${t.claimed_by} is null`),
    index("cases_free_type").on(t.type, t.id).where(sql`${t.state} = 'open' and ${t.claimed_by} is null`),
    index("cases_free_type_most")
      .on(t.type, t.reports_count, t.id)
      .where(sql`${t.state} = 'open' and ${t.claimed_by} is null`),
    index("cases_claimed").on(t.claimed_by, t.state, t.id),
    index("cases_subject").on(t.subject_id, t.id),
    index("cases_subject_open").on(t.subject_id, t.id).where(sql`${t.state} = 'open'`),
    index("cases_decided").on(t.decided_at, t.id).where(sql`${t.state} = 'decided'`),
    index("cases_decided_type").on(t.type, t.decided_at, t.id).where(sql`${t.state} = 'decided'`),
  ],
);

/** Removals by staff within the last day, the newest of each thing, with what is needed to undo them. */
export const removals = sqliteTable(
  "removals",
  {
    type: text().$type<RemovalType>().notNull(),
    target: text().notNull(),
    /** The owner of the thing. */
    user_id: reference(() => users.id),
    staff_id: reference(() => users.id),
    case_id: integer(),
    /** A title or the beginning of a text. */
    name: text().notNull().default(""),
    /** The changed fields as they were, as JSON (worker/moderation/removable.ts). */
    state: text({ mode: "json" }).$type<unknown>().notNull(),
    removed_at: time().notNull(),
    restored_at: time(),
    restored_by: staffId(),
    /** The batch that undid it (db/guard.ts). */
    stamp: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.target] }),
    index("removals_user").on(t.user_id, t.removed_at),
    index("removals_old").on(t.removed_at),
  ],
);

/** Copies of reported things. A later report that finds a change adds a copy. */
export const evidence = sqliteTable(
  "evidence",
  {
    id: integer().primaryKey(),
    case_id: reference(() => cases.id),
    snapshot: text({ mode: "json" }).$type<unknown>().notNull(),
    created_at: time().notNull(),
  },
  (t) => [index("evidence_case").on(t.case_id, t.id)],
);

/** Warnings from staff. */
export const warnings = sqliteTable(
  "warnings",
  {
    id: integer().primaryKey(),
    user_id: reference(() => users.id),
    staff_id: reference(() => users.id),
    reason: text().notNull(),
    case_id: integer(),
    created_at: time().notNull(),
    /** When the user confirmed reading it. */
    seen_at: time(),
  },
  (t) => [
    index("warnings_user").on(t.user_id, t.id),
    index("warnings_unseen").on(t.user_id).where(sql`${t.seen_at} is null`),
  ],
);

/** All bans. The current one is also in `users`. */
export const bans = sqliteTable(
  "bans",
  {
    id: integer().primaryKey(),
    user_id: reference(() => users.id),
    /** Null if unknown. */
    staff_id: staffId(),
    reason: text().notNull(),
    /** Null for a permanent ban. */
    until: time(),
    case_id: integer(),
    created_at: time().notNull(),
    /** Ended early: by staff, by an appeal, or replaced by another ban. */
    ended_at: time(),
    ended_by: staffId(),
  },
  (t) => [
    index("bans_user").on(t.user_id, t.id),
    index("bans_holding").on(t.user_id, t.id).where(sql`${t.ended_at} is null`),
  ],
);

/** Appeals, at most 1 per ban. */
export const appeals = sqliteTable(
  "appeals",
  {
    id: integer().primaryKey(),
    ban_id: reference(() => bans.id),
    user_id: reference(() => users.id),
    body: text().notNull(),
    state: text().$type<"waiting" | "accepted" | "declined">().notNull().default("waiting"),
    answer: text().notNull().default(""),
    decided_by: staffId(),
    decided_at: time(),
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("appeals_once").on(t.ban_id),
    index("appeals_state").on(t.state, t.id),
    index("appeals_user").on(t.user_id, t.id),
    index("appeals_waiting").on(t.user_id, t.id).where(sql`${t.state} = 'waiting'`),
  ],
);

/** Hashed IP addresses from which accounts were used. */
export const sightings = withoutRowid(
  "sightings",
  {
    user_id: integer().notNull(),
    ip_hash: text().notNull(),
    first_at: time().notNull(),
    last_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.ip_hash] }),
    index("sightings_ip").on(t.ip_hash, t.last_at, t.user_id),
    index("sightings_user").on(t.user_id, t.last_at, t.ip_hash),
  ],
);

/** Posts held for review before anyone sees them. */
export const held_posts = sqliteTable(
  "held_posts",
  {
    id: integer().primaryKey(),
    user_id: reference(() => users.id),
    kind: text().$type<"comment" | "thread" | "reply">().notNull(),
    /** Where it will be published, as JSON (worker/spam). */
    place: text({ mode: "json" }).$type<unknown>().notNull(),
    title: text().notNull().default(""),
    body: text().notNull(),
    why: text().$type<"repeated" | "links" | "words">().notNull(),
    /** The matched words. */
    found: text().notNull().default(""),
    state: text().$type<"waiting" | "approved" | "declined">().notNull().default("waiting"),
    reason: text().notNull().default(""),
    decided_by: staffId(),
    decided_at: time(),
    created_at: time().notNull(),
  },
  (t) => [
    index("held_posts_state").on(t.state, t.id),
    index("held_posts_user").on(t.user_id, t.id),
    index("held_posts_waiting").on(t.user_id, t.id).where(sql`${t.state} = 'waiting'`),
  ],
);

/** Hashes of recent posts, to detect repetition. Old rows are deleted. */
export const post_fingerprints = sqliteTable(
  "post_fingerprints",
  {
    id: integer().primaryKey(),
    user_id: integer().notNull(),
    kind: text().$type<"comment" | "thread" | "reply">().notNull(),
    fingerprint: text().notNull(),
    created_at: time().notNull(),
  },
  (t) => [
    index("post_fingerprints_user").on(t.user_id, t.created_at, t.kind),
    index("post_fingerprints_same").on(t.fingerprint, t.created_at, t.user_id),
    index("post_fingerprints_old").on(t.created_at),
  ],
);

/** Blocked words. A trigger mirrors the list in a row of `site_values`. */
export const words = sqliteTable(
  "words",
  {
    id: integer().primaryKey(),
    word: text().notNull(),
    /** `refuse` rejects a text, `hold` holds it for review. */
    action: text().$type<"refuse" | "hold">().notNull(),
    /** Matches only whole words, not parts of other words. */
    whole: booleanColumn().notNull().default(1),
    user_id: reference(() => users.id),
    created_at: time().notNull(),
  },
  (t) => [uniqueIndex("words_once").on(t.word)],
);

/** Single values of the site. */
export const site_values = withoutRowid("site_values", {
  name: text().primaryKey(),
  value: text().notNull(),
});

import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ReportType } from "#domain/reports/types.ts";
import { flag, time } from "../columns.ts";
import { users } from "./users.ts";

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);
const staffId = () => integer().references(() => users.id);

/** What was reported, once however many have reported it, until staff have decided. */
export const cases = sqliteTable(
  "cases",
  {
    id: integer().primaryKey(),
    type: text().$type<ReportType>().notNull(),
    target: text().notNull(),
    /** Whose thing it is. */
    subject_id: userId(),
    /** What it is, in a few words, and where it is seen, as the first report had it. */
    name: text().notNull().default(""),
    url: text().notNull().default(""),
    /** What the first report gave as its reason. */
    reason: text().notNull(),
    /** How many people have reported it; kept by a trigger. */
    reports_count: integer().notNull().default(0),
    state: text().$type<"open" | "decided">().notNull().default("open"),
    claimed_by: staffId(),
    claimed_at: time(),
    outcome: text().$type<"dismissed" | "acted">(),
    /** What was done, as JSON (domain/moderation/api.ts). */
    acts: text({ mode: "json" }).$type<unknown>(),
    decided_by: staffId(),
    decided_at: time(),
    created_at: time().notNull(),
    /** When the newest report came. */
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

/** What a reported thing was like when it was reported; a new copy where a later report found it changed. */
export const evidence = sqliteTable(
  "evidence",
  {
    id: integer().primaryKey(),
    case_id: integer()
      .notNull()
      .references(() => cases.id),
    copy: text({ mode: "json" }).$type<unknown>().notNull(),
    created_at: time().notNull(),
  },
  (t) => [index("evidence_case").on(t.case_id, t.id)],
);

/** What staff have told somebody not to do again. */
export const warnings = sqliteTable(
  "warnings",
  {
    id: integer().primaryKey(),
    user_id: userId(),
    staff_id: userId(),
    reason: text().notNull(),
    case_id: integer(),
    created_at: time().notNull(),
    /** When they have said that they have read it. */
    seen_at: time(),
  },
  (t) => [
    index("warnings_user").on(t.user_id, t.id),
    index("warnings_unseen").on(t.user_id).where(sql`${t.seen_at} is null`),
  ],
);

/** Every ban there was; the one that holds stands with the user, too. */
export const bans = sqliteTable(
  "bans",
  {
    id: integer().primaryKey(),
    user_id: userId(),
    /** Null where nobody remembers. */
    staff_id: staffId(),
    reason: text().notNull(),
    /** Null for ever. */
    until: time(),
    case_id: integer(),
    created_at: time().notNull(),
    /** Ended before its time: by staff, by an appeal, or because another took its place. */
    ended_at: time(),
    ended_by: staffId(),
  },
  (t) => [
    index("bans_user").on(t.user_id, t.id),
    index("bans_holding").on(t.user_id, t.id).where(sql`${t.ended_at} is null`),
  ],
);

/** What banned people have to say, once a ban. */
export const appeals = sqliteTable(
  "appeals",
  {
    id: integer().primaryKey(),
    ban_id: integer()
      .notNull()
      .references(() => bans.id),
    user_id: userId(),
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
  ],
);

/** From which addresses, as hashes, an account was used. Table without row ids. */
export const sightings = sqliteTable(
  "sightings",
  {
    user_id: integer().notNull(),
    address_hash: text().notNull(),
    first_at: time().notNull(),
    last_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.address_hash] }),
    index("sightings_address").on(t.address_hash, t.last_at, t.user_id),
    index("sightings_user").on(t.user_id, t.last_at, t.address_hash),
  ],
);

/** What was written and waits for staff before anybody sees it. */
export const held_posts = sqliteTable(
  "held_posts",
  {
    id: integer().primaryKey(),
    user_id: userId(),
    kind: text().$type<"comment" | "thread" | "reply">().notNull(),
    /** Where it goes when it is let through, as JSON (worker/spam). */
    place: text({ mode: "json" }).$type<unknown>().notNull(),
    title: text().notNull().default(""),
    body: text().notNull(),
    why: text().$type<"repeated" | "links" | "words">().notNull(),
    /** The words that were found. */
    found: text().notNull().default(""),
    state: text().$type<"waiting" | "approved" | "declined">().notNull().default("waiting"),
    reason: text().notNull().default(""),
    decided_by: staffId(),
    decided_at: time(),
    created_at: time().notNull(),
  },
  (t) => [index("held_posts_state").on(t.state, t.id), index("held_posts_user").on(t.user_id, t.id)],
);

/** What somebody has written of late, as hashes, so that the same thing again is known. Old rows are swept. */
export const prints = sqliteTable(
  "prints",
  {
    id: integer().primaryKey(),
    user_id: integer().notNull(),
    kind: text().$type<"comment" | "thread" | "reply">().notNull(),
    print: text().notNull(),
    created_at: time().notNull(),
  },
  (t) => [
    index("prints_user").on(t.user_id, t.created_at, t.kind),
    index("prints_print").on(t.print, t.created_at, t.user_id),
    index("prints_old").on(t.created_at),
  ],
);

/** Words that are not wanted; a trigger keeps the list as one row of `site_values`. */
export const words = sqliteTable(
  "words",
  {
    id: integer().primaryKey(),
    word: text().notNull(),
    /** `refuse` is told at once, `hold` waits for staff. */
    action: text().$type<"refuse" | "hold">().notNull(),
    /** Only as a word of its own, not as part of another. */
    whole: flag().notNull().default(1),
    user_id: userId(),
    created_at: time().notNull(),
  },
  (t) => [uniqueIndex("words_once").on(t.word)],
);

/** What the site has only one of. */
export const site_values = sqliteTable("site_values", {
  name: text().primaryKey(),
  value: text().notNull(),
});

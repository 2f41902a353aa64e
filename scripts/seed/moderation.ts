import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import { newUserRow } from "#db/new-rows.ts";
import * as schema from "#db/schema/index.ts";
import { SUBFORUMS } from "#domain/forums/rules.ts";
import { replyUrl, threadUrl } from "#domain/forums/view.ts";
import { firstWords } from "#domain/limits.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { auditEntry } from "#worker/moderation/audit.ts";
import { banStatements, warnStatements } from "#worker/moderation/ban-statements.ts";
import { type ReportTarget, reportStatements } from "#worker/reports/report-target.ts";
import type { ForumPost, Forums, ForumThread } from "./content/forums/forums.ts";
import type { SeedLevel } from "./content/levels.ts";
import { TROUBLEMAKER } from "./content/people.ts";
import { insertRow } from "./economy.ts";
import { DAY_MS } from "./ids.ts";

/** The word filter of the demo world. */
const WORDS = [
  ["coin machine", "hold"],
  ["free coins", "hold"],
  ["send me your password", "refuse"],
] as const;
const MODERATOR = { id: 2, role: "moderator" } as const;

/** Everything that can be reported in the demo world. */
interface Reportable {
  people: readonly { username: string }[];
  levels: readonly ReportedLevel[];
  forums: Forums;
}

/** The fields of a level that a report copies. */
type ReportedLevel = Pick<SeedLevel, "title" | "description" | "creatorIndex">;

type SeedReport = [username: string, reason: string, details: string];

/** The troublemaker's account. It must exist before their posts. */
export function troublemakerRow(people: readonly object[], now: number): Statement[] {
  const { username, joinedDaysAgo } = TROUBLEMAKER;
  return [
    insertRow(
      schema.users,
      newUserRow(people.length, now - joinedDaysAgo * DAY_MS, {
        username,
        email: `${username.toLowerCase()}@example.com`,
      }),
    ),
    // The demo password works here too, so you can see the site as a banned user.
    statement(sql`update users set password_hash = (select password_hash from users where id = ${MODERATOR.id})
      where username = ${username}`),
  ];
}

/** Statements for the demo world's reports and their outcomes. */
export function moderationRows({ people, levels, forums }: Reportable, now: number): Statement[] {
  const at = (daysAgo: number) => Math.round(now - daysAgo * DAY_MS);
  const idOf = (name: string) =>
    name === TROUBLEMAKER.username
      ? people.length + 1
      : people.findIndex(({ username }) => username === name) + 1;
  const culprit = { id: people.length + 1, role: "member", username: TROUBLEMAKER.username } as const;
  const free = { ...culprit, banned_at: null, banned_until: null, ban_reason: null };
  /** Reports about one thing, and the days since the first of them. */
  const report = (thing: ReportTarget, daysAgo: number, ...by: SeedReport[]): Statement[] =>
    by.flatMap(([username, reason, details], i) =>
      reportStatements(thing, idOf(username), { reason, details }, at(daysAgo * (1 - i * 0.1))),
    );
  const threadStart = (title: string) =>
    findPost(
      forums,
      ({ position, thread_id }) => position === 0 && threadOf(forums, thread_id).title === title,
    );
  const offer = findPost(forums, ({ body }) => body.startsWith("i am building a machine"));
  const sale = threadStart("FREE COINS 100% REAL no joke");
  const brother = threadStart("Selling my little brother (free, pickup only)");
  const driveway = levels.findIndex(({ title }) => title === "Speedrun My Driveway");
  const { id, username } = culprit;
  const person = reportTarget("user", id, id, username, `/users/${username}`, "");
  const scam = threadTarget(forums, sale);
  const grapes = threadTarget(forums, threadStart("Grapes?"));
  return [
    ...report(person, 16, [
      "BubbleBea",
      "scam",
      "They want my password for a coin machine. I didn't send it.",
    ]),
    ...warnStatements(culprit, MODERATOR, { reason: TROUBLEMAKER.warning, case_id: 1 }, at(15.9)),
    statement(sql`update warnings set seen_at = ${at(15.8)} where user_id = ${culprit.id}`),
    ...decideCase(person, ["warn"], TROUBLEMAKER.warning, at(15.9)),
    ...report(
      scam,
      2.9,
      ["ollie_oops", "scam", ""],
      ["duckwizard", "scam", "The same machine as two weeks ago, I think. It quacks wrong."],
    ),
    ...banStatements(free, MODERATOR, { reason: TROUBLEMAKER.reason, until: at(-12), case_id: 2 }, at(2)),
    ...decideCase(scam, ["remove", "ban"], TROUBLEMAKER.reason, at(2)),
    statement(sql`insert into appeals (ban_id, user_id, body, created_at)
      select id, user_id, ${TROUBLEMAKER.appeal}, ${at(1)} from bans where user_id = ${culprit.id}`),
    ...report(threadTarget(forums, brother), 13, [
      "MayorMabel",
      "other",
      "Someone is selling a child??? (I laughed. But please check.)",
    ]),
    ...decideCase(threadTarget(forums, brother), [], "", at(12.9)),
    ...report(
      replyTarget(forums, offer),
      1.4,
      ["Mr_Sandman", "scam", "My daughter reads this thread."],
      ["goldie", "scam", ""],
      ["Vera_Volt", "spam", "Machines have plugs. I looked for the plug. There is none."],
    ),
    ...report(levelTarget(levels, driveway), 0.8, [
      "OttoBahn",
      "stolen work",
      "The second kerb looks like mine. It may be a coincidence, there are only so many kerbs.",
    ]),
    statement(
      sql`update cases set claimed_by = ${MODERATOR.id}, claimed_at = ${at(0.01)} where type = 'level' and state = 'open'`,
    ),
    ...report(grapes, 0.3, ["TheRealGrape", "harassment", "They said *jam*."]),
    ...WORDS.flatMap(([word, action]) => [
      auditEntry(at(15), {
        actor_id: 1,
        action: "word.add",
        subject_type: "word",
        subject_id: word,
        after: { action, whole: 1 },
      }),
      statement(
        sql`insert into words (word, action, whole, user_id, created_at) values (${word}, ${action}, 1, 1, ${at(15)})`,
      ),
    ]),
  ];
}

/** Statements that resolve the open case about a thing. */
function decideCase(thing: ReportTarget, actions: readonly string[], reason: string, now: number) {
  const outcome = actions.length > 0 ? "acted" : "dismissed";
  const which: SQL = sql`type = ${thing.type} and target = ${thing.target} and state = 'open'`;
  return [
    auditEntry(now, {
      actor_id: MODERATOR.id,
      action: actions.length > 0 ? "case.decide" : "case.dismiss",
      subject_type: "case",
      subject_id: sql`(select id from cases where ${which})`,
      reason,
      details: { type: thing.type, target: thing.target, user_id: thing.owner_id, actions },
      before: { state: "open" },
      after: { state: "decided", outcome },
    }),
    statement(sql`update cases set state = 'decided', outcome = ${outcome}, decision = ${JSON.stringify({ actions, reason })},
      decided_by = ${MODERATOR.id}, decided_at = ${now} where ${which}`),
  ];
}

/** Finds the post that was reported. */
function findPost({ posts }: Forums, which: (post: ForumPost) => boolean): ForumPost {
  const post = posts.find(which);
  if (!post) throw new Error("The reported post doesn't exist.");
  return post;
}

const threadOf = ({ threads }: Forums, id: number): ForumThread => threads[id - 1] as ForumThread;

/** A thing with its evidence at the time of the report. */
const reportTarget = (
  type: ReportType,
  target: number,
  owner_id: number,
  name: string,
  url: string,
  text: string,
): ReportTarget => ({
  type,
  target: String(target),
  owner_id,
  name: firstWords(name, 60),
  url,
  copy: { title: type === "reply" ? "" : name, text, picture_url: null, place: "", messages: [] },
});

function threadTarget(forums: Forums, { thread_id, person, body }: ForumPost): ReportTarget {
  const { title, subforum_id } = threadOf(forums, thread_id);
  const thing = reportTarget("thread", thread_id, person + 1, title, threadUrl(thread_id), body);
  thing.copy.place = `Thread in ${SUBFORUMS[subforum_id].name}`;
  return thing;
}

function replyTarget(forums: Forums, { id, thread_id, person, body }: ForumPost): ReportTarget {
  const thing = reportTarget("reply", id, person + 1, body, replyUrl(thread_id, id), body);
  thing.copy.place = `Reply in ${threadOf(forums, thread_id).title}`;
  return thing;
}

function levelTarget(levels: readonly ReportedLevel[], index: number): ReportTarget {
  const { title, description, creatorIndex } = levels[index] as ReportedLevel;
  return reportTarget("level", index + 1, creatorIndex + 1, title, `/levels/${index + 1}`, description);
}

import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { addUser, db, insertedId, runSql, unique } from "../browser.ts";
import { storeFlaggedRun } from "../clears.ts";
import { addWearable } from "../wearable.ts";
import {
  addOwnerLevel,
  callerUsers,
  type EndpointCase,
  FOR_ADMINS,
  FOR_STAFF,
  withNewUser,
} from "./callers.ts";

const word = () => insertedId`insert into words (word, action, user_id, created_at)
      values (${`zz${unique()}q`}, 'hold', ${callerUsers.admin.id}, 1) returning id`;

/** A comment on a level, held for review. */
const heldComment = async () => insertedId`insert into held_posts (user_id, kind, place, body, why,
    created_at)
      values (${callerUsers.owner.id}, 'comment', ${JSON.stringify({ type: "level", id: await addOwnerLevel() })}, 'Hi', 'links', 1)
      returning id`;

/** An unclaimed case about the owner's level. */
const reportedCase = async () => insertedId`insert into cases (type, target, subject_id, reason, created_at,
    updated_at)
      values ('level', ${String(await addOwnerLevel())}, ${callerUsers.owner.id}, 'spam', 1, 1) returning id`;

/** The key of an open group of errors. */
async function errorGroup(): Promise<string> {
  const key = `error-group-${unique()}`.padEnd(22, "-");
  await runSql`insert into error_groups (key, kind, message, source, stack, page, version, browsers, requests,
    count, first_at, last_at)
      values (${key}, 'script', ${key}, '', '', '', '', '', '', 1, 1, 1)`;
  return key;
}

/** The owner's level, which staff made private a moment ago. */
async function removedLevel(): Promise<number> {
  const id = await addOwnerLevel();
  await db.batch({
    level: statement(sql`update levels set visibility = 'private', taken_down = 1 where id = ${id}`),
    removal: statement(sql`insert into removals (type, target, user_id, staff_id, state, removed_at)
      values ('level', ${String(id)}, ${callerUsers.owner.id}, ${callerUsers.admin.id},
        '{"to":"private","visibility":"public","taken_down":0}', ${Date.now()})`),
  });
  return id;
}

const onCase = async () => ({ id: await reportedCase() });

/** An appeal that none of the callers has made. */
async function waitingAppeal(): Promise<number> {
  const { id } = await addUser({ banned_at: 1, ban_reason: "Spam" });
  const {
    row: [row],
  } = await db.batch({
    ban: statement(sql`insert into bans (user_id, reason, created_at) values (${id}, 'Spam', 1)`),
    row: statement<{ id: number }>(sql`insert into appeals (ban_id, user_id, body, created_at)
      values (last_insert_rowid(), ${id}, 'Please', 1) returning id`),
  });
  return row?.id ?? 0;
}

export const STAFF_CASES: Record<string, EndpointCase> = {
  "POST /api/staff/users/{username}/grant": {
    make: async () => ({ ...(await withNewUser()), coins: 5, reason: "Thanks" }),
    ...FOR_ADMINS,
  },
  "GET /api/staff/reports": FOR_STAFF,
  "GET /api/staff/reports/{id}": { make: onCase, ...FOR_STAFF },
  "POST /api/staff/reports/{id}/claim": {
    make: async () => ({ ...(await onCase()), claim: true }),
    ...FOR_STAFF,
  },
  "POST /api/staff/reports/{id}/decide": { make: onCase, ...FOR_STAFF },
  "GET /api/staff/appeals": FOR_STAFF,
  "POST /api/staff/appeals/{id}/decide": {
    make: async () => ({ id: await waitingAppeal(), accept: true, answer: "Fine" }),
    ...FOR_STAFF,
  },
  "GET /api/staff/clears": FOR_STAFF,
  "POST /api/staff/clears/{id}": {
    make: async () => ({
      id: await storeFlaggedRun(callerUsers.other.id, await addOwnerLevel()),
      accept: false,
    }),
    ...FOR_STAFF,
  },
  "GET /api/staff/items": FOR_STAFF,
  "POST /api/staff/items/{id}/review": {
    make: async () => ({
      id: (await addWearable(callerUsers.owner.id, 4, {}, false)).id,
      decision: "hide",
      reason: "Not fit.",
    }),
    ...FOR_STAFF,
  },
  "GET /api/staff/words": FOR_STAFF,
  "POST /api/staff/words": {
    make: async () => ({ word: `zz${unique()}q`, action: "hold" }),
    expect: 403,
    but: { visitor: 401, moderator: 201, admin: 201 },
  },
  "POST /api/staff/words/{id}/delete": { make: async () => ({ id: await word() }), ...FOR_STAFF },
  "POST /api/staff/words/try": { make: async () => ({ text: "Hello" }), ...FOR_STAFF },
  "GET /api/staff/held": FOR_STAFF,
  "POST /api/staff/held/{id}/decide": {
    make: async () => ({ id: await heldComment(), approve: true }),
    ...FOR_STAFF,
  },
  "GET /api/staff/overview": FOR_STAFF,
  "GET /api/staff/audit": FOR_STAFF,
  "GET /api/staff/system": FOR_STAFF,
  "POST /api/staff/system/read-only": { make: async () => ({ on: false }), ...FOR_ADMINS },
  "POST /api/staff/system/errors": {
    make: async () => ({ key: await errorGroup(), state: "resolved" }),
    ...FOR_ADMINS,
  },
  "GET /api/staff/grants": FOR_ADMINS,
  "GET /api/staff/team": FOR_ADMINS,
  "GET /api/staff/featured": FOR_ADMINS,
  "GET /api/staff/gold-months": FOR_ADMINS,
  "GET /api/staff/users": FOR_STAFF,
  "GET /api/staff/users/{username}": { make: withNewUser, ...FOR_STAFF },
  "GET /api/staff/users/{username}/open": { make: withNewUser, ...FOR_STAFF },
  "POST /api/staff/users/{username}/decide": {
    make: async () => {
      const id = await reportedCase();
      return { username: callerUsers.owner.username, case_ids: [id] };
    },
    ...FOR_STAFF,
  },
  "POST /api/staff/removals/{removalType}/{target}/undo": {
    make: async () => ({ removalType: "level", target: await removedLevel() }),
    ...FOR_STAFF,
  },
  "GET /api/staff/users/{username}/history": { make: withNewUser, ...FOR_STAFF },
  "GET /api/staff/users/{username}/ban": { make: withNewUser, ...FOR_STAFF },
  "POST /api/staff/users/{username}/ban": {
    make: async () => ({ ...(await withNewUser()), reason: "Spam" }),
    ...FOR_STAFF,
  },
  "POST /api/staff/users/{username}/rename": {
    make: async () => ({ username: `calm_${unique()}`, reason: "Be kind" }),
    params: withNewUser,
    ...FOR_ADMINS,
  },
  "POST /api/staff/users/{username}/role": {
    make: async () => ({ ...(await withNewUser()), role: "moderator", reason: "Helpful" }),
    ...FOR_ADMINS,
  },
  "POST /api/staff/users/{username}/warn": {
    make: async () => ({ ...(await withNewUser()), reason: "Be kind" }),
    ...FOR_STAFF,
  },
  "POST /api/staff/users/{username}/unban": { make: withNewUser, ...FOR_STAFF },
};

import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { addUser, db, insertedId, runSql, unique } from "../browser.ts";
import { storeFlaggedRun } from "../clears.ts";
import { addWearable } from "../wearable.ts";
import {
  ADMIN_ONLY,
  addOwnerLevel,
  callerUsers,
  type EndpointCase,
  STAFF_ONLY,
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
    expect: 403,
    but: { visitor: 401, admin: 200 },
  },
  "GET /api/staff/reports": { expect: 403, but: STAFF_ONLY },
  "GET /api/staff/reports/{id}": { make: onCase, expect: 403, but: STAFF_ONLY },
  "POST /api/staff/reports/{id}/claim": {
    make: async () => ({ ...(await onCase()), claim: true }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/staff/reports/{id}/decide": { make: onCase, expect: 403, but: STAFF_ONLY },
  "GET /api/staff/appeals": { expect: 403, but: STAFF_ONLY },
  "POST /api/staff/appeals/{id}/decide": {
    make: async () => ({ id: await waitingAppeal(), accept: true, answer: "Fine" }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "GET /api/staff/clears": { expect: 403, but: STAFF_ONLY },
  "POST /api/staff/clears/{id}": {
    make: async () => ({
      id: await storeFlaggedRun(callerUsers.other.id, await addOwnerLevel()),
      accept: false,
    }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "GET /api/staff/items": { expect: 403, but: STAFF_ONLY },
  "POST /api/staff/items/{id}/review": {
    make: async () => ({
      id: (await addWearable(callerUsers.owner.id, 4, {}, false)).id,
      decision: "hide",
      reason: "Not fit.",
    }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "GET /api/staff/words": { expect: 403, but: STAFF_ONLY },
  "POST /api/staff/words": {
    make: async () => ({ word: `zz${unique()}q`, action: "hold" }),
    expect: 403,
    but: { visitor: 401, moderator: 201, admin: 201 },
  },
  "POST /api/staff/words/{id}/delete": {
    make: async () => ({ id: await word() }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/staff/words/try": {
    make: async () => ({ text: "Hello" }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "GET /api/staff/held": { expect: 403, but: STAFF_ONLY },
  "POST /api/staff/held/{id}/decide": {
    make: async () => ({ id: await heldComment(), approve: true }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "GET /api/staff/overview": { expect: 403, but: STAFF_ONLY },
  "GET /api/staff/audit": { expect: 403, but: STAFF_ONLY },
  "GET /api/staff/system": { expect: 403, but: STAFF_ONLY },
  "POST /api/staff/system/read-only": {
    make: async () => ({ on: false }),
    expect: 403,
    but: ADMIN_ONLY,
  },
  "POST /api/staff/system/errors": {
    make: async () => ({ key: await errorGroup(), state: "resolved" }),
    expect: 403,
    but: ADMIN_ONLY,
  },
  "GET /api/staff/grants": { expect: 403, but: ADMIN_ONLY },
  "GET /api/staff/team": { expect: 403, but: ADMIN_ONLY },
  "GET /api/staff/featured": { expect: 403, but: ADMIN_ONLY },
  "GET /api/staff/gold-months": { expect: 403, but: ADMIN_ONLY },
  "GET /api/staff/users": { expect: 403, but: STAFF_ONLY },
  "GET /api/staff/users/{username}": { make: withNewUser, expect: 403, but: STAFF_ONLY },
  "GET /api/staff/users/{username}/open": { make: withNewUser, expect: 403, but: STAFF_ONLY },
  "POST /api/staff/users/{username}/decide": {
    make: async () => {
      const id = await reportedCase();
      return { username: callerUsers.owner.username, case_ids: [id] };
    },
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/staff/removals/{removalType}/{target}/undo": {
    make: async () => ({ removalType: "level", target: await removedLevel() }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "GET /api/staff/users/{username}/history": { make: withNewUser, expect: 403, but: STAFF_ONLY },
  "GET /api/staff/users/{username}/ban": { make: withNewUser, expect: 403, but: STAFF_ONLY },
  "POST /api/staff/users/{username}/ban": {
    make: async () => ({ ...(await withNewUser()), reason: "Spam" }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/staff/users/{username}/rename": {
    make: async () => ({ username: `calm_${unique()}`, reason: "Be kind" }),
    params: withNewUser,
    expect: 403,
    but: ADMIN_ONLY,
  },
  "POST /api/staff/users/{username}/role": {
    make: async () => ({ ...(await withNewUser()), role: "moderator", reason: "Helpful" }),
    expect: 403,
    but: ADMIN_ONLY,
  },
  "POST /api/staff/users/{username}/warn": {
    make: async () => ({ ...(await withNewUser()), reason: "Be kind" }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/staff/users/{username}/unban": { make: withNewUser, expect: 403, but: STAFF_ONLY },
};

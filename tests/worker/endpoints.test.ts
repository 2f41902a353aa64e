import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { API } from "#domain/api/all.ts";
import { fillPath, type Route } from "#domain/api/route.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { NEW_THEME } from "#domain/themes/presets.ts";
import { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "#domain/time.ts";
import { addUser, Browser, db, unique } from "#tests/support/browser.ts";
import { storeAsideRun } from "#tests/support/clears.ts";
import { begin, reply } from "#tests/support/forums.ts";
import { addWearable, giveItem, ownedItem, textureFileOf } from "#tests/support/wardrobe.ts";
import { addClear, addItem, addLevel, worldFile } from "#tests/support/world.ts";

const CALLERS = ["visitor", "owner", "other", "blocked", "banned", "moderator", "admin"] as const;
type Caller = (typeof CALLERS)[number];

/** What each endpoint is called with, made anew for every call so that calls do not get in each other's way. */
interface Case {
  make?(
    caller: Caller,
  ): Promise<{ params?: Record<string, string | number>; input?: Record<string, unknown> }>;
  /** Status for everybody, with exceptions by caller. */
  expect: number;
  but?: Partial<Record<Caller, number>>;
}

const people = {} as Record<Exclude<Caller, "visitor">, { id: number; username: string }>;
const browsers = {} as Record<Caller, Browser>;

beforeAll(async () => {
  for (const caller of CALLERS) {
    if (caller === "visitor") {
      browsers.visitor = await Browser.visitor();
      continue;
    }
    const role = caller === "moderator" || caller === "admin" ? caller : "member";
    const ban = caller === "banned" ? { banned_at: 1, ban_reason: "Spam" } : {};
    people[caller] = await addUser({ role, coins: 100, ...ban });
    browsers[caller] = await Browser.signedIn(people[caller], role);
  }
  await db.all(
    statement(
      sql`insert into blocks (user_id, blocked_id, created_at) values (${people.owner.id}, ${people.blocked.id}, 1)`,
    ),
  );
});

const level = () => addLevel(people.owner.id);
const onLevel = async () => ({ params: { id: await level() } });
const idOf = (caller: Caller) => (caller === "visitor" ? 0 : people[caller].id);

async function comment(): Promise<number> {
  const levelId = await level();
  const row = await db.first(
    statement<{ id: number }>(sql`insert into comments (target_type, target_id, user_id, body, created_at)
      values ('level', ${levelId}, ${people.owner.id}, 'hi', 1) returning id`),
  );
  return row?.id ?? 0;
}

async function rating(): Promise<number> {
  const levelId = await addLevel(people.other.id);
  const row = await db.first(
    statement<{ id: number }>(sql`insert into ratings (user_id, level_id, rating, difficulty, created_at)
      values (${people.owner.id}, ${levelId}, 8, 4, 1) returning id`),
  );
  return row?.id ?? 0;
}

async function host(): Promise<number> {
  const row = await db.first(
    statement<{
      id: number;
    }>(sql`insert into hosts (name, ip_address, region, capacity, key_hash, user_id, created_at)
      values (${`Host ${unique()}`}, '203.0.113.7', 'weur', 10, '', ${people.admin.id}, 1) returning id`),
  );
  return row?.id ?? 0;
}

async function outfit(): Promise<number> {
  const row = await db.first(
    statement<{ id: number }>(sql`insert into outfits (user_id, name, created_at)
      values (${people.owner.id}, 'Look', 1) returning id`),
  );
  return row?.id ?? 0;
}
const onOutfit = async () => ({ params: { id: await outfit() } });

/** The owner's copy of a limited item that is sold no more, offered for a coin. */
async function offeredCopy(): Promise<number> {
  const { id } = await addWearable(people.admin.id, 1, { stock: 1, sold_out: 1 }, false);
  const copy = await giveItem(people.owner.id, id, { serial: 1 });
  await db.all(statement(sql`update inventory set resale_price = 1 where id = ${copy}`));
  return copy;
}

const TODAY = newYorkDay(Date.now());
const eventInput = async () => ({
  short_name: "Star Week",
  highlight_color: "FFB800",
  starts_on: TODAY,
  ends_on: TODAY,
  level_ids: [await level()],
});

/** An event that began today, and a challenge, each on until tomorrow. */
async function event(): Promise<number> {
  const row = await db.first(
    statement<{ id: number }>(sql`insert into events (short_name, highlight_color, starts_at, ends_at)
      values ('Spooky', '8E5BFF', ${startOfNewYorkDay(TODAY)}, ${endOfNewYorkDay(TODAY)}) returning id`),
  );
  return row?.id ?? 0;
}
async function challenge(): Promise<number> {
  const row = await db.first(
    statement<{ id: number }>(sql`insert into challenges (name, level_id, starts_at, ends_at)
      values ('Finish it', ${await level()}, 1, ${endOfNewYorkDay(TODAY)}) returning id`),
  );
  return row?.id ?? 0;
}

/** Profile themes of one's own are made and changed with Gold. */
const giveGold = (caller: Caller) =>
  db.all(statement(sql`update users set gold_until = ${Date.now() + 3_600_000} where id = ${idOf(caller)}`));
async function profileTheme(): Promise<number> {
  const row = await db.first(
    statement<{
      id: number;
    }>(sql`insert into custom_themes (user_id, name, gradient_start_color, created_at, updated_at)
      values (${people.owner.id}, 'Mine', '0f0f0f', 1, 1) returning id`),
  );
  return row?.id ?? 0;
}

const onSomebody = async () => ({ params: { username: (await addUser()).username } });

/** Somebody who has asked the caller to be buddies. */
async function askedBy(caller: Caller): Promise<string> {
  const { id, username } = await addUser();
  const to = idOf(caller) || people.owner.id;
  await db.all(
    statement(sql`insert into buddy_requests (from_id, to_id, created_at) values (${id}, ${to}, 1)`),
  );
  return username;
}

async function word(): Promise<number> {
  const row = await db.first(
    statement<{ id: number }>(sql`insert into words (word, action, user_id, created_at)
      values (${`zz${unique()}q`}, 'hold', ${people.admin.id}, 1) returning id`),
  );
  return row?.id ?? 0;
}

/** A comment on a level that waits for staff. */
async function heldComment(): Promise<number> {
  const row = await db.first(
    statement<{ id: number }>(sql`insert into held_posts (user_id, kind, place, body, why, created_at)
      values (${people.owner.id}, 'comment', ${JSON.stringify({ type: "level", id: await level() })}, 'Hi', 'links', 1)
      returning id`),
  );
  return row?.id ?? 0;
}

/** The owner's thread, and a reply of theirs in it. */
const onThread = async () => ({ params: { id: (await begin(browsers.owner)).id } });
const onReply = async () => {
  const { id } = await begin(browsers.owner);
  return { params: { id: (await reply(browsers.owner, id)).id } };
};

const ADMIN_ONLY = { visitor: 401, admin: 200 } as const;
const STAFF_ONLY = { visitor: 401, moderator: 200, admin: 200 } as const;
/** A case about the owner's level that nobody has taken on. */
async function reportedCase(): Promise<number> {
  const row = await db.first(
    statement<{ id: number }>(sql`insert into cases (type, target, subject_id, reason, created_at, updated_at)
      values ('level', ${String(await level())}, ${people.owner.id}, 'spam', 1, 1) returning id`),
  );
  return row?.id ?? 0;
}
const onCase = async () => ({ params: { id: await reportedCase() } });

/** An appeal against a ban that none of the callers has made. */
async function waitingAppeal(): Promise<number> {
  const { id } = await addUser({ banned_at: 1, ban_reason: "Spam" });
  const [, [row]] = await db.batch([
    statement(sql`insert into bans (user_id, reason, created_at) values (${id}, 'Spam', 1)`),
    statement<{ id: number }>(sql`insert into appeals (ban_id, user_id, body, created_at)
      values (last_insert_rowid(), ${id}, 'Please', 1) returning id`),
  ]);
  return row?.id ?? 0;
}

/** A warning of the owner's. */
async function warning(): Promise<number> {
  const row = await db.first(
    statement<{ id: number }>(sql`insert into warnings (user_id, staff_id, reason, created_at)
      values (${people.owner.id}, ${people.moderator.id}, 'Be kind', 1) returning id`),
  );
  return row?.id ?? 0;
}

async function message(): Promise<string> {
  const { body } = await browsers.other.call(sendMessageRoute, {
    params: { userId: people.moderator.id },
    input: { body: "Hello" },
  });
  return String(body.id);
}

const SIGNED_IN_ONLY = { visitor: 401, banned: 403 } as const;
const KEPT_WHILE_BANNED = { visitor: 401 } as const;
const OWNER_AND_STAFF = { ...SIGNED_IN_ONLY, owner: 200, moderator: 200, admin: 200 } as const;
const withPassword = async () => ({ input: { password: "wrong horse" } });
const passwords = { password: "long enough", password_confirmation: "long enough" };

const CASES: Record<string, Case> = {
  "GET /api/session": { expect: 200 },
  "POST /api/auth/register": {
    make: async () => ({
      input: { username: `new_${unique()}`, email: `new_${unique()}@example.com`, ...passwords },
    }),
    expect: 201,
    // A banned person's browser is turned away; signing up anew is what bans are evaded by.
    but: { banned: 403 },
  },
  "POST /api/auth/login": {
    make: async () => ({ input: { login: "nobody", password: "wrong" } }),
    expect: 422,
    but: { banned: 403 },
  },
  // Nobody here owes a second step or has a password: what comes of right ones is in tests of their own.
  "POST /api/auth/login/two-factor": {
    make: async () => ({ input: { code: "123456" } }),
    expect: 422,
    but: { banned: 403 },
  },
  "POST /api/auth/confirm": { make: withPassword, expect: 422, but: KEPT_WHILE_BANNED },
  "GET /api/auth/sessions": { expect: 200, but: KEPT_WHILE_BANNED },
  "POST /api/auth/sessions/{sessionId}/delete": {
    make: async () => ({ params: { sessionId: "x".repeat(43) } }),
    expect: 404,
    but: KEPT_WHILE_BANNED,
  },
  "POST /api/auth/logout-other-devices": { make: withPassword, expect: 422, but: KEPT_WHILE_BANNED },
  "POST /api/auth/2fa/generate": { expect: 200, but: { ...KEPT_WHILE_BANNED, moderator: 409, admin: 409 } },
  "POST /api/auth/2fa/enable": {
    make: async () => ({ input: { code: "123456" } }),
    expect: 422,
    but: { ...KEPT_WHILE_BANNED, moderator: 409, admin: 409 },
  },
  "POST /api/auth/2fa/recovery-codes": { make: withPassword, expect: 422, but: KEPT_WHILE_BANNED },
  "POST /api/auth/2fa/disable": { make: withPassword, expect: 422, but: KEPT_WHILE_BANNED },
  "POST /api/auth/logout": { expect: 200 },
  "POST /api/auth/password/forgot": {
    make: async () => ({ input: { email: "nobody@example.com" } }),
    expect: 200,
  },
  "POST /api/auth/password/reset": {
    make: async () => ({ input: { token: "gone", ...passwords } }),
    expect: 422,
  },
  "POST /email/resend": { expect: 200, but: SIGNED_IN_ONLY },
  "POST /api/auth/update": {
    make: async () => ({ input: { theme_id: 2 } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/auth/custom-themes": {
    make: async (caller) => {
      await giveGold(caller);
      return { input: NEW_THEME };
    },
    expect: 201,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/auth/custom-themes/{id}": {
    make: async (caller) => {
      await giveGold(caller);
      return { params: { id: await profileTheme() }, input: NEW_THEME };
    },
    expect: 404,
    but: { ...SIGNED_IN_ONLY, owner: 200 },
  },
  "POST /api/auth/custom-themes/{id}/delete": {
    make: async () => ({ params: { id: await profileTheme() } }),
    expect: 404,
    but: { ...SIGNED_IN_ONLY, owner: 200 },
  },
  "POST /api/auth/user/details": { expect: 200, but: KEPT_WHILE_BANNED },
  "POST /api/auth/user": {
    make: async () => ({ input: { bio: "Hello" } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/auth/user/email": {
    make: async () => ({ input: { email: `new_${unique()}@example.com`, password: "wrong horse" } }),
    expect: 422,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/auth/email/verify": { make: async () => ({ input: { token: "gone" } }), expect: 422 },
  "POST /api/auth/email/revert": {
    make: async () => ({ input: { token: "gone" } }),
    expect: 422,
  },
  "POST /api/auth/user/password": {
    make: async () => ({ input: { current_password: "wrong horse", ...passwords } }),
    expect: 422,
    but: KEPT_WHILE_BANNED,
  },
  "GET /api/auth/export": { expect: 200, but: KEPT_WHILE_BANNED },
  "POST /api/auth/export": { make: withPassword, expect: 422, but: KEPT_WHILE_BANNED },
  "POST /api/auth/delete": {
    make: async (caller) => ({
      input: { username: caller === "visitor" ? "" : people[caller].username, password: "wrong horse" },
    }),
    expect: 422,
    but: KEPT_WHILE_BANNED,
  },
  // Nothing is linked: what the two do is in tests of their own.
  "POST /api/auth/discord/sync": { expect: 409, but: SIGNED_IN_ONLY },
  "POST /api/auth/discord/delete": { expect: 409, but: SIGNED_IN_ONLY },
  "GET /api/gold": { expect: 200 },
  // Nobody here has ever paid: what happens then is in tests of its own.
  "POST /api/auth/billing/customer": { expect: 404, but: { visitor: 401 } },
  "POST /api/auth/billing/invoices": { expect: 404, but: { visitor: 401 } },
  "POST /api/auth/billing/portal": { expect: 404, but: { visitor: 401 } },
  "POST /api/auth/billing/cancel": { expect: 409, but: { visitor: 401 } },
  "POST /api/auth/billing/resume": { expect: 409, but: SIGNED_IN_ONLY },
  "POST /api/auth/billing/swap": {
    make: async () => ({ input: { id: "yearly" } }),
    expect: 409,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/auth/billing/checkout": {
    make: async () => ({ input: { id: "weekly" } }),
    expect: 422,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/home": { expect: 200 },
  "GET /api/presence/counts": { expect: 200 },
  "GET /api/playing": { make: async () => ({ input: { ids: String(await level()) } }), expect: 200 },
  "GET /.well-known/jwks.json": { expect: 200 },
  "GET /api/downloads": { expect: 200 },
  // No host is online.
  "POST /api/join-token": {
    make: async () => ({ input: { destination_type: "Level", id: await level() } }),
    expect: 409,
    but: SIGNED_IN_ONLY,
  },
  // Game hosts carry a key: no session opens these.
  "GET /api/host": { expect: 401 },
  "POST /api/host/heartbeat": { expect: 401 },
  "POST /api/host/redeem": { expect: 401 },
  "POST /api/host/leave": { expect: 401 },
  "POST /api/host/clear": { expect: 401 },
  "POST /api/host/grant": { expect: 401 },
  "GET /api/staff/hosts": { expect: 403, but: ADMIN_ONLY },
  "POST /api/staff/hosts": {
    make: async () => ({
      input: { name: `Host ${unique()}`, ip_address: "203.0.113.7:7777", region: "weur", capacity: 10 },
    }),
    expect: 403,
    but: { visitor: 401, admin: 201 },
  },
  "POST /api/staff/hosts/{id}": {
    make: async () => ({ params: { id: await host() }, input: { capacity: 20 } }),
    expect: 403,
    but: ADMIN_ONLY,
  },
  "POST /api/staff/hosts/{id}/rotate-key": {
    make: async () => ({ params: { id: await host() } }),
    expect: 403,
    but: ADMIN_ONLY,
  },
  "GET /api/staff/signing-keys": { expect: 403, but: ADMIN_ONLY },
  "POST /api/staff/signing-keys/rotate": { expect: 403, but: ADMIN_ONLY },
  "GET /api/search": { make: async () => ({ input: { q: "level" } }), expect: 200 },
  "GET /api/forums": { expect: 200 },
  "GET /api/forums/bookmarks": { expect: 200, but: SIGNED_IN_ONLY },
  "GET /api/forums/{subforum}": { make: async () => ({ params: { subforum: 2 } }), expect: 200 },
  "GET /api/forums/thread/{id}": { make: onThread, expect: 200 },
  "POST /api/forums/{subforum}/threads": {
    make: async () => ({ params: { subforum: 2 }, input: { title: "Hello", body: "Anybody here?" } }),
    expect: 201,
    but: SIGNED_IN_ONLY,
  },
  // Threads are for everybody, also across a block.
  "POST /api/forums/thread/{id}/reply": {
    make: async () => ({ ...(await onThread()), input: { body: "Hello" } }),
    expect: 201,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/forums/thread/{id}": {
    make: async () => ({ ...(await onThread()), input: { title: "New", body: "Other words" } }),
    expect: 403,
    but: OWNER_AND_STAFF,
  },
  "POST /api/forums/thread/{id}/delete": { make: onThread, expect: 403, but: OWNER_AND_STAFF },
  "POST /api/forums/thread/{id}/restore": { make: onThread, expect: 403, but: STAFF_ONLY },
  "POST /api/forums/thread/{id}/pin": {
    make: async () => ({ ...(await onThread()), input: { pinned: true } }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/forums/thread/{id}/lock": {
    make: async () => ({ ...(await onThread()), input: { locked: true } }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/thread/{id}/move": {
    make: async () => ({ ...(await onThread()), input: { subforum_id: 3 } }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/thread/{id}/bookmark": { make: onThread, expect: 200, but: SIGNED_IN_ONLY },
  "POST /api/forums/thread/{id}/read": {
    make: async () => ({ ...(await onThread()), input: { position: 0 } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/forums/{subforum}/read": {
    make: async () => ({ params: { subforum: 2 } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/forums/replies/{id}": { make: onReply, expect: 200 },
  "GET /api/forums/replies/{id}/history": { make: onReply, expect: 200 },
  "POST /api/forums/replies/{id}": {
    make: async () => ({ ...(await onReply()), input: { body: "Other words" } }),
    expect: 403,
    but: OWNER_AND_STAFF,
  },
  "POST /api/forums/replies/{id}/delete": { make: onReply, expect: 403, but: OWNER_AND_STAFF },
  "POST /api/forums/replies/{id}/restore": { make: onReply, expect: 403, but: OWNER_AND_STAFF },
  "GET /api/forums/search": { make: async () => ({ input: { search: "level" } }), expect: 200 },
  "POST /api/forums/preview": {
    make: async () => ({ input: { body: "**Hello**" } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/levels": { expect: 200 },
  "GET /api/levels/{id}": { make: onLevel, expect: 200 },
  "POST /api/levels": {
    make: async () => ({ input: { title: "Mine", file: worldFile() } }),
    expect: 201,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/levels/{id}": {
    make: async () => ({ ...(await onLevel()), input: { title: "Renamed" } }),
    expect: 403,
    but: { ...SIGNED_IN_ONLY, owner: 200, admin: 200 },
  },
  "POST /api/levels/{id}/delete": {
    make: onLevel,
    expect: 403,
    but: { ...SIGNED_IN_ONLY, owner: 200, admin: 200 },
  },
  "POST /api/levels/{id}/favorite": { make: onLevel, expect: 200, but: SIGNED_IN_ONLY },
  "GET /api/levels/{id}/revisions": { make: onLevel, expect: 200 },
  "GET /api/levels/{id}/clears": { make: onLevel, expect: 200 },
  "GET /api/levels/{id}/statistics": {
    make: onLevel,
    expect: 403,
    but: { visitor: 401, owner: 200, admin: 200 },
  },
  "POST /api/levels/{id}/revisions/{revision}/restore": {
    make: async () => ({ params: { id: await level(), revision: 1 } }),
    expect: 403,
    but: { ...SIGNED_IN_ONLY, owner: 200, admin: 200 },
  },
  "POST /api/staff/levels/{id}/feature": {
    make: async () => ({ ...(await onLevel()), input: { featured: true } }),
    expect: 403,
    but: { visitor: 401, admin: 200 },
  },
  "GET /api/users/{username}": {
    make: async () => ({ params: { username: people.owner.username } }),
    expect: 200,
  },
  "GET /api/users": { make: async () => ({ input: { search: "player" } }), expect: 200 },
  "GET /api/buddies/{username}/{tab}": {
    make: async () => ({ params: { username: people.owner.username, tab: "incoming" } }),
    expect: 403,
    but: { visitor: 401, owner: 200 },
  },
  "POST /api/buddy/{username}/request": { make: onSomebody, expect: 200, but: SIGNED_IN_ONLY },
  "POST /api/buddy/{username}/accept": {
    make: async (caller) => ({ params: { username: await askedBy(caller) } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/buddy/{username}/delete": { make: onSomebody, expect: 200, but: SIGNED_IN_ONLY },
  "GET /api/blocks": { expect: 200, but: SIGNED_IN_ONLY },
  "POST /api/block/{username}/toggle": { make: onSomebody, expect: 200, but: SIGNED_IN_ONLY },
  "POST /api/block/{username}/delete": { make: onSomebody, expect: 200, but: SIGNED_IN_ONLY },
  "GET /api/users/{username}/levels": {
    make: async () => ({ params: { username: people.owner.username } }),
    expect: 200,
  },
  "GET /api/user/{username}/levels": {
    make: async () => ({ params: { username: people.owner.username } }),
    expect: 200,
  },
  "GET /api/items/{id}": {
    make: async () => ({ params: { id: await addItem(people.owner.id) } }),
    expect: 200,
  },
  "POST /api/items/{id}/favorite": {
    make: async () => ({ params: { id: await addItem(people.owner.id) } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/items/{id}": {
    make: async () => ({ params: { id: await addItem(people.owner.id) }, input: { name: "Renamed" } }),
    expect: 403,
    but: { visitor: 401, owner: 200, moderator: 200, admin: 200 },
  },
  "POST /api/items/{id}/feature": {
    make: async () => ({ params: { id: await addItem(people.owner.id) } }),
    expect: 403,
    but: { visitor: 401, admin: 200 },
  },
  "POST /api/items/{id}/wish": {
    make: async () => ({ params: { id: await addItem(people.owner.id) } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/wishlist": { expect: 200, but: SIGNED_IN_ONLY },
  "POST /api/items/{id}/purchase": {
    make: async () => {
      const { id } = await addWearable(people.owner.id, 4, { purchasable: "free" }, false);
      return { params: { id }, input: { price: 0 } };
    },
    // Trade is open across a block, as nobody meets anybody.
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/inventory/{id}/purchase": {
    make: async () => ({ params: { id: await offeredCopy() }, input: { price: 1 } }),
    expect: 200,
    but: { ...SIGNED_IN_ONLY, owner: 409 },
  },
  "POST /api/inventory/{id}/resale": {
    make: async () => ({ params: { id: await offeredCopy() }, input: { price: 2 } }),
    expect: 403,
    but: { visitor: 401, owner: 200 },
  },
  "GET /api/items/{id}/owners": {
    make: async () => ({ params: { id: await addItem(people.owner.id) } }),
    expect: 200,
  },
  "GET /api/items/{id}/listings": {
    make: async () => ({ params: { id: await addItem(people.owner.id) } }),
    expect: 200,
  },
  "GET /api/items/{id}/prices": {
    make: async () => ({ params: { id: await addItem(people.owner.id) } }),
    expect: 200,
  },
  "GET /api/shop": { expect: 200 },
  "GET /api/auth/transactions": { expect: 200, but: SIGNED_IN_ONLY },
  "GET /api/auth/daily": { expect: 200, but: SIGNED_IN_ONLY },
  "GET /api/user/achievements/{id}": {
    make: async () => ({ params: { id: people.owner.id } }),
    expect: 200,
  },
  "POST /api/staff/users/{username}/grant": {
    make: async () => ({ ...(await onSomebody()), input: { coins: 5, reason: "Thanks" } }),
    expect: 403,
    but: { visitor: 401, admin: 200 },
  },
  "GET /api/avatar/{userId}/": {
    make: async () => ({ params: { userId: people.owner.id } }),
    expect: 200,
  },
  "POST /api/avatar/update": {
    make: async (caller) => ({ input: { shirt: (await ownedItem(idOf(caller) || people.owner.id, 4)).id } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/avatarinv/{category}/{page}/{search?}": {
    make: async () => ({ params: { category: "hat", page: 1, search: "cap" } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/inventory/{username}": {
    make: async () => ({ params: { username: people.owner.username } }),
    expect: 200,
  },
  "GET /api/inventory/{id}/transaction": {
    make: async () => ({ params: { id: (await ownedItem(people.owner.id, 5)).entry } }),
    expect: 200,
  },
  "GET /api/outfits/{page}/{search?}": {
    make: async () => ({ params: { page: 1 }, input: { pretty: "" } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/outfit/create": {
    make: async () => ({ input: { name: "Look" } }),
    expect: 201,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/outfit/edit/{id}": {
    make: async () => ({ ...(await onOutfit()), input: { name: "New" } }),
    expect: 404,
    but: { ...SIGNED_IN_ONLY, owner: 200 },
  },
  "POST /api/outfit/delete/{id}": {
    make: onOutfit,
    expect: 404,
    but: { ...SIGNED_IN_ONLY, owner: 200 },
  },
  "POST /api/outfit/wear/": {
    make: async () => ({ input: { id: await outfit() } }),
    expect: 404,
    but: { ...SIGNED_IN_ONLY, owner: 200 },
  },
  "POST /api/shop/create/": {
    make: async () => ({ input: { name: "Mine", type_id: 4, texture: textureFileOf() } }),
    expect: 201,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/ratings": { expect: 200 },
  "POST /api/levels/{levelId}/ratings": {
    make: async (caller) => {
      const levelId = await level();
      if (caller !== "visitor") await addClear(idOf(caller), levelId);
      return { params: { levelId }, input: { rating: 7, difficulty: 3 } };
    },
    expect: 201,
    but: { ...SIGNED_IN_ONLY, owner: 403 },
  },
  "POST /api/ratings/{ratingId}/delete": {
    make: async () => ({ params: { ratingId: await rating() } }),
    expect: 403,
    but: { visitor: 401, owner: 200, admin: 200 },
  },
  "GET /api/comments/{type}/{id}": {
    make: async () => ({ params: { type: "level", id: await level() } }),
    expect: 200,
  },
  "POST /api/comments/create": {
    make: async () => ({ input: { type: "user", id: people.owner.id, body: "Hello :star:" } }),
    expect: 201,
    but: { ...SIGNED_IN_ONLY, blocked: 403 },
  },
  "POST /api/comments/{id}/delete": {
    make: async () => ({ params: { id: await comment() } }),
    expect: 403,
    but: { ...SIGNED_IN_ONLY, owner: 200, moderator: 200, admin: 200 },
  },
  "GET /api/notifications": { expect: 200, but: SIGNED_IN_ONLY },
  "POST /api/notifications/read": { expect: 200, but: SIGNED_IN_ONLY },
  "GET /api/notifications/settings": { expect: 200, but: SIGNED_IN_ONLY },
  "POST /api/notifications/settings": {
    make: async () => ({ input: { outfit: true } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/report/{reportType}/{target}": {
    make: async () => ({ params: { reportType: "level", target: await level() }, input: { reason: "spam" } }),
    expect: 201,
    but: { ...SIGNED_IN_ONLY, owner: 422 },
  },
  "GET /api/conversations": { expect: 200, but: SIGNED_IN_ONLY },
  "GET /api/conversations/search": {
    make: async () => ({ input: { term: "player" } }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/messages/from/{userId}": {
    make: async () => ({ params: { userId: people.owner.id } }),
    expect: 200,
    but: { ...SIGNED_IN_ONLY, owner: 404 },
  },
  "POST /api/messages/send/{userId}": {
    make: async () => ({ params: { userId: people.owner.id }, input: { body: "Hello" } }),
    expect: 200,
    but: { ...SIGNED_IN_ONLY, owner: 422, blocked: 403 },
  },
  "POST /api/messages/read/{userId}": {
    make: async () => ({ params: { userId: people.owner.id } }),
    expect: 200,
    but: { ...SIGNED_IN_ONLY, owner: 404 },
  },
  "POST /api/message/{messageId}/delete": {
    make: async () => ({ params: { messageId: await message() } }),
    expect: 403,
    // Moderators take away what was reported only.
    but: { visitor: 401, moderator: 404, admin: 200 },
  },
  "GET /api/message/{messageId}": {
    make: async () => ({ params: { messageId: await message() } }),
    expect: 404,
    // It is theirs.
    but: { ...SIGNED_IN_ONLY, other: 200, moderator: 200 },
  },
  "GET /api/events": { expect: 200 },
  "GET /api/events/past": { expect: 200 },
  "GET /api/levels/{id}/challenge": { make: onLevel, expect: 200 },
  "GET /api/staff/events": { expect: 403, but: ADMIN_ONLY },
  "POST /api/staff/events": {
    make: async () => ({ input: await eventInput() }),
    expect: 403,
    but: { visitor: 401, admin: 201 },
  },
  "POST /api/staff/events/{id}": {
    make: async () => ({ params: { id: await event() }, input: await eventInput() }),
    expect: 403,
    but: ADMIN_ONLY,
  },
  "POST /api/staff/events/{id}/end": {
    make: async () => ({ params: { id: await event() } }),
    expect: 403,
    but: ADMIN_ONLY,
  },
  "GET /api/staff/challenges": { expect: 403, but: ADMIN_ONLY },
  "POST /api/staff/challenges": {
    make: async () => ({ input: { name: "Finish it", level_id: await level(), ends_on: TODAY } }),
    expect: 403,
    but: { visitor: 401, admin: 201 },
  },
  "POST /api/staff/challenges/{id}": {
    make: async () => ({ params: { id: await challenge() }, input: { name: "Finish it", ends_on: TODAY } }),
    expect: 403,
    but: ADMIN_ONLY,
  },
  "POST /api/staff/challenges/{id}/end": {
    make: async () => ({ params: { id: await challenge() } }),
    expect: 403,
    but: ADMIN_ONLY,
  },
  "GET /api/reports": { expect: 200, but: SIGNED_IN_ONLY },
  "GET /api/standing": { expect: 200, but: { visitor: 401 } },
  "POST /api/standing/warnings/{id}/seen": {
    make: async () => ({ params: { id: await warning() } }),
    expect: 404,
    but: { visitor: 401, owner: 200 },
  },
  // Only whoever is banned has something to say against it.
  "POST /api/appeals": {
    make: async () => ({ input: { body: "It was my brother" } }),
    expect: 409,
    but: { visitor: 401, banned: 201 },
  },
  "GET /api/staff/reports": { expect: 403, but: STAFF_ONLY },
  "GET /api/staff/reports/{id}": { make: onCase, expect: 403, but: STAFF_ONLY },
  "POST /api/staff/reports/{id}/claim": {
    make: async () => ({ ...(await onCase()), input: { claim: true } }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/staff/reports/{id}/decide": { make: onCase, expect: 403, but: STAFF_ONLY },
  "GET /api/staff/appeals": { expect: 403, but: STAFF_ONLY },
  "POST /api/staff/appeals/{id}/decide": {
    make: async () => ({ params: { id: await waitingAppeal() }, input: { accept: true, answer: "Fine" } }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "GET /api/staff/clears": { expect: 403, but: STAFF_ONLY },
  "POST /api/staff/clears/{id}": {
    make: async () => ({
      params: { id: await storeAsideRun(people.other.id, await level()) },
      input: { accept: false },
    }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "GET /api/staff/items": { expect: 403, but: STAFF_ONLY },
  "POST /api/staff/items/{id}/review": {
    make: async () => ({
      params: { id: (await addWearable(people.owner.id, 4, {}, false)).id },
      input: { decision: "hide", reason: "Not fit." },
    }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "GET /api/staff/words": { expect: 403, but: STAFF_ONLY },
  "POST /api/staff/words": {
    make: async () => ({ input: { word: `zz${unique()}q`, action: "hold" } }),
    expect: 403,
    but: { visitor: 401, moderator: 201, admin: 201 },
  },
  "POST /api/staff/words/{id}/delete": {
    make: async () => ({ params: { id: await word() } }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/staff/words/try": {
    make: async () => ({ input: { text: "Hello" } }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "GET /api/staff/held": { expect: 403, but: STAFF_ONLY },
  "POST /api/staff/held/{id}/decide": {
    make: async () => ({ params: { id: await heldComment() }, input: { approve: true } }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "GET /api/staff/overview": { expect: 403, but: STAFF_ONLY },
  "GET /api/staff/audit": { expect: 403, but: STAFF_ONLY },
  "GET /api/staff/schedule": { expect: 403, but: STAFF_ONLY },
  "GET /api/staff/grants": { expect: 403, but: ADMIN_ONLY },
  "GET /api/staff/featured": { expect: 403, but: ADMIN_ONLY },
  "GET /api/staff/gold-months": { expect: 403, but: ADMIN_ONLY },
  "GET /api/staff/users": { expect: 403, but: STAFF_ONLY },
  "GET /api/staff/users/{username}": { make: onSomebody, expect: 403, but: STAFF_ONLY },
  "GET /api/staff/users/{username}/history": { make: onSomebody, expect: 403, but: STAFF_ONLY },
  "GET /api/staff/users/{username}/ban": { make: onSomebody, expect: 403, but: STAFF_ONLY },
  "POST /api/staff/users/{username}/ban": {
    make: async () => ({ ...(await onSomebody()), input: { reason: "Spam" } }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/staff/users/{username}/rename": {
    make: async () => ({
      ...(await onSomebody()),
      input: { username: `calm_${unique()}`, reason: "Be kind" },
    }),
    expect: 403,
    but: ADMIN_ONLY,
  },
  "POST /api/staff/users/{username}/warn": {
    make: async () => ({ ...(await onSomebody()), input: { reason: "Be kind" } }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/staff/users/{username}/unban": { make: onSomebody, expect: 403, but: STAFF_ONLY },
};

const nameOf = (route: Route) => `${route.method} ${route.path}`;

test("every endpoint stands in the table of callers, and nothing else does", () => {
  expect(API.map(nameOf).sort()).toEqual(Object.keys(CASES).sort());
});

const browserOf = (caller: Caller): Promise<Browser> =>
  caller === "visitor"
    ? Browser.visitor()
    : Browser.signedIn(people[caller], caller === "moderator" || caller === "admin" ? caller : "member");

describe.each(API.map((route) => [nameOf(route), route] as const))("%s", (name, route) => {
  const one = CASES[name];
  test.each(CALLERS)("answers a %s as the table says", async (caller) => {
    if (!one) throw new Error(`${name} is missing from the table`);
    // Signing out and in changes the browser, so those get a fresh one.
    const disposable = route.path.startsWith("/api/auth/");
    const browser = disposable ? await browserOf(caller) : browsers[caller];
    const answer = await browser.call(route, await one.make?.(caller));
    expect(answer.status, JSON.stringify(answer.body)).toBe(one.but?.[caller] ?? one.expect);
    if (answer.status >= 400)
      expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
  });
});

// Game hosts have no cookies: the key that they carry is sent by no browser on its own.
const writes = API.filter((route) => route.method === "POST" && route.access !== "host");

test.each(writes.map((route) => [nameOf(route), route] as const))(
  "%s is refused with 419 without the token, the header or the site's own Origin",
  async (_, route) => {
    const browser = browsers.owner;
    const path = fillPath(route.path, {
      id: 1,
      levelId: 1,
      ratingId: 1,
      subforum: 1,
      revision: 1,
      reportType: "level",
      target: "1",
      username: "somebody",
      userId: 1,
      messageId: "1_2_1",
      sessionId: "x".repeat(43),
    });
    const good = browser.writeHeaders();
    const bad = [
      { ...good, "X-CSRF-TOKEN": "wrong" },
      { ...good, "X-Requested-With": "" },
      { ...good, Origin: "https://evil.test" },
      { "X-CSRF-TOKEN": browser.csrf, "X-Requested-With": "XMLHttpRequest" },
    ];
    for (const headers of bad) {
      const answer = await browser.fetch(path, {
        method: "POST",
        body: "{}",
        headers: { ...headers, "Content-Type": "application/json" },
      });
      expect(answer.status).toBe(419);
    }
  },
);

/** Whoever looks somebody up, or at their chat, is written down with the look: no look goes without its note. */
const NOTED = "GET /api/staff/users/{username}";

test("no GET changes anything, but for the note that staff have looked at somebody", async () => {
  for (const route of API.filter(({ method }) => method === "GET")) {
    const answer = await browsers.admin.call(route, await CASES[nameOf(route)]?.make?.("admin"));
    if (nameOf(route) === NOTED) expect(answer.cost.written).toBeGreaterThan(0);
    else expect(answer.cost.written, nameOf(route)).toBe(0);
    expect(answer.cost.rounds, nameOf(route)).toBeLessThanOrEqual(2);
  }
});

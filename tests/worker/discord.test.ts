import { sql } from "drizzle-orm";
import type { Route } from "#domain/api/route.ts";
import { deleteDiscordRoute, syncDiscordRoute } from "#domain/discord/api.ts";
import {
  DISCORD_CALLBACK_PATH,
  DISCORD_LINK_PATH,
  type DiscordLinkResult,
  discordResultUrl,
} from "#domain/discord/strings.ts";
import type { DiscordPerson } from "#tests/stand-ins/discord/discord-state.ts";
import { Browser, countRows, db, ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import {
  discord,
  linkDiscord,
  linkRow,
  returnFromDiscord,
  startDiscordLink,
} from "#tests/support/discord.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { discordLinkQuery, presentDiscordLink } from "#worker/discord/present.ts";
import { unlinkDiscord } from "#worker/discord/sync.ts";

// Strings that the specification dictates.
const SYNCED = "Your information has been synced (it may take a few moments for changes to take effect)";
const NOT_SYNCED = "An error occured when syncing information to your discord account.";
const UNLINKED =
  "Your discord account has been unlinked (you can remove bot access in discord by going to User Settings > Authorized Apps)";
const NOT_UNLINKED = "An error occured when unlinking your discord account.";

async function linked(): Promise<{ user: TestUser; account: DiscordPerson }> {
  const [user, account] = [await signedInUser(), await discord.addPerson()];
  await linkDiscord(user, account);
  return { user, account };
}

async function sync(browser: Browser, route: Route = syncDiscordRoute): Promise<[number, unknown]> {
  const { status, body } = await browser.call(route);
  return [status, body.message];
}
const unlinkBy = (browser: Browser) => sync(browser, deleteDiscordRoute);

const expire = ({ id }: TestUser) =>
  runSql`update discord_links set token_expires_at = 1 where user_id = ${id}`;

describe("syncing with Discord", () => {
  test("sends the current data and updates the name", async () => {
    const { user, account } = await linked();
    await runSql`update users set levels_count = 3, xp = 100, username = ${`${user.username}x`}
      where id = ${user.id}`;
    await discord.update(account, { username: "renamed", global_name: "Re Named" });
    expect(await sync(user)).toEqual([200, SYNCED]);
    expect((await discord.getState(account)).connection).toMatchObject({
      platform_username: `${user.username}x`,
      metadata: { gold: "0", spirit_level: "2", levels_count: "3" },
    });
    expect(await linkRow(user)).toMatchObject({ username: "renamed", global_name: "Re Named" });
  });

  test("is for members with a finished link, and unlinking ends an unfinished one", async () => {
    const user = await signedInUser();
    expect(await sync(user)).toEqual([409, "No Discord account is linked."]);
    await runSql`insert into discord_links (user_id, linked_at) values (${user.id}, ${Date.now()})`;
    expect((await sync(user))[0]).toBe(409);
    expect(await unlinkBy(user)).toEqual([200, UNLINKED]);
    expect(await linkRow(user)).toBeUndefined();
  });

  test.each(["profile", "connection"] as const)("reports a failure of Discord's %s", async (part) => {
    const { user, account } = await linked();
    await discord.failNext(account, part);
    expect(await sync(user)).toEqual([409, NOT_SYNCED]);
    expect(expectWorkerErrors().join()).toContain("discord: not synced");
    expect(await sync(user)).toEqual([200, SYNCED]);
  });

  test("refreshes the tokens when they have expired, here or at Discord", async () => {
    const { user, account } = await linked();
    const before = await linkRow(user);
    await expire(user);
    expect(await sync(user)).toEqual([200, SYNCED]);
    const after = await linkRow(user);
    expect(after?.refresh_token).not.toBe(before?.refresh_token);
    expect(after?.token_expires_at).toBeGreaterThan(Date.now());
    await discord.update(account, { expire: true });
    expect(await sync(user)).toEqual([200, SYNCED]);
    expect((await discord.getState(account)).grants).toBe(1);
  });

  test("refreshes them once for two concurrent syncs, and both succeed", async () => {
    const { user, account } = await linked();
    await expire(user);
    const other = await Browser.signedIn(user);
    expect(await Promise.all([sync(user), sync(other)])).toEqual([
      [200, SYNCED],
      [200, SYNCED],
    ]);
    expect((await discord.getState(account)).grants).toBe(1);
    await expire(user);
    expect(await sync(user)).toEqual([200, SYNCED]);
  });

  test("fails if the tokens can't be decrypted, or access was revoked at Discord, and unlinking still works", async () => {
    const { user, account } = await linked();
    user.variant = { SEAL_SECRET: "another secret" };
    expect(await sync(user)).toEqual([409, NOT_SYNCED]);
    expectWorkerErrors();
    user.variant = {};
    await discord.revoke(account);
    expect(await sync(user)).toEqual([409, NOT_SYNCED]);
    expectWorkerErrors();
    expect(await unlinkBy(user)).toEqual([200, UNLINKED]);
  });

  test("is limited to five times a minute", async () => {
    const { user } = await linked();
    user.variant = { RATE_LIMITS: "on" };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await sync(user))[0]);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

test("unlinking Discord deletes the link here and the access at Discord", async () => {
  const { user, account } = await linked();
  expect(await unlinkBy(user)).toEqual([200, UNLINKED]);
  expect(await linkRow(user)).toBeUndefined();
  expect(await discord.getState(account)).toMatchObject({ grants: 0, connection: null });
  expect(await unlinkBy(user)).toEqual([409, "No Discord account is linked."]);
  expect(await linkDiscord(await signedInUser(), account)).toContain("linked");
});

test("unlinking Discord works even if Discord fails, and affects no one else's link", async () => {
  const { user, account } = await linked();
  const other = await linked();
  await discord.failNext(account, "revoke");
  expect(await unlinkBy(user)).toEqual([200, UNLINKED]);
  expect(await linkRow(user)).toBeUndefined();
  expect(expectWorkerErrors().join()).toContain("discord: not revoked");
  expect((await linkRow(other.user))?.discord_id).toBe(other.account.id);
});

test("unlinking Discord reports a failed delete and leaves the link working", async () => {
  const { user, account } = await linked();
  await runSql`create trigger stuck before delete on discord_links begin select raise(abort, 'stuck'); end`;
  try {
    expect(await unlinkBy(user)).toEqual([409, NOT_UNLINKED]);
    expect(expectWorkerErrors().join()).toContain("stuck");
  } finally {
    await runSql`drop trigger stuck`;
  }
  expect((await discord.getState(account)).grants).toBe(1);
  expect(await sync(user)).toEqual([200, SYNCED]);
});

test("unlinking Discord is part of deleting an account", async () => {
  const { user, account } = await linked();
  expect(await unlinkDiscord(testEnv, db, user.id)).toBe(true);
  expect([await linkRow(user), (await discord.getState(account)).grants]).toEqual([undefined, 0]);
  expect(await unlinkDiscord(testEnv, db, user.id)).toBe(false);
});

const END = "/settings/account";

const ended = (how: DiscordLinkResult) => `302 ${discordResultUrl(how)}`;

const COOKIE = "bopolis_discord";

const shown = async ({ id }: { id: number }) => presentDiscordLink(await db.first(discordLinkQuery(id)));

describe("linking a Discord account", () => {
  test("redirects to Discord with a state and a challenge, and requests only the scopes it needs", async () => {
    const browser = await signedInUser();
    const { id } = browser;
    const response = await browser.fetch(DISCORD_LINK_PATH);
    const url = new URL(response.headers.get("Location") ?? "");
    expect([response.status, url.pathname, response.cost.written]).toEqual([302, "/oauth2/authorize", 0]);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      redirect_uri: ORIGIN + DISCORD_CALLBACK_PATH,
      response_type: "code",
      scope: "identify role_connections.write",
      code_challenge_method: "S256",
      prompt: "consent",
    });
    expect(response.headers.get("Set-Cookie")).toMatch(
      /^bopolis_discord=[\w-]+; .*HttpOnly; SameSite=Lax; Max-Age=600/,
    );
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(browser.cookies.get(COOKIE)).not.toContain(url.searchParams.get("state"));
    expect(await countRows("discord_links", sql`user_id = ${id}`)).toBe(0);
    const again = new URL(await startDiscordLink(browser));
    for (const name of ["state", "code_challenge"])
      expect(again.searchParams.get(name)).not.toBe(url.searchParams.get(name));
  });

  test("ends in the settings with the account that Discord names, and encrypts its tokens", async () => {
    expect(ended("linked")).toBe("302 /settings/account?message=discord_linked");
    const [user, account] = [
      await signedInUser({ gold_until: Date.now() + 1e9, xp: 700 }),
      await discord.addPerson({ global_name: "Mo" }),
    ];
    expect(await linkDiscord(user, account)).toBe(ended("linked"));
    expect(user.cookies.has(COOKIE)).toBe(false);
    expect(await shown(user)).toEqual({
      discord_id: account.id,
      username: account.username,
      global_name: "Mo",
    });
    const row = await linkRow(user);
    expect(row?.synced_at).toEqual(expect.any(Number));
    // The tokens are stored encrypted.
    expect(row?.access_token).toMatch(/^[\w-]{60,}$/);
    expect(row?.refresh_token).toMatch(/^[\w-]{60,}$/);
    expect((await discord.getState(account)).connection).toEqual({
      platform_name: "Bopolis",
      platform_username: user.username,
      metadata: {
        gold: "1",
        spirit_level: "4",
        levels_count: "0",
        member_since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    });
  });

  test("is for members: visitors, banned members and ended sessions return to the settings", async () => {
    const banned = await signedInUser({ banned_at: 1 });
    const signedOut = await signedInUser();
    await runSql`delete from sessions where user_id = ${signedOut.id}`;
    for (const browser of [await Browser.visitor(), banned, signedOut])
      for (const path of [DISCORD_LINK_PATH, `${DISCORD_CALLBACK_PATH}?code=1&state=1`]) {
        const response = await browser.fetch(path);
        expect([response.status, response.headers.get("Location")]).toEqual([302, END]);
        expect(browser.cookies.has(COOKIE)).toBe(false);
      }
    const response = await (await Browser.visitor()).fetch(END);
    expect(response.headers.get("Location")).toBe(`/login?next=${encodeURIComponent(END)}`);
  });

  test("can't be started by a link on another site", async () => {
    const browser = await signedInUser();
    for (const site of ["cross-site", "same-site"]) {
      expect(await startDiscordLink(browser, { "Sec-Fetch-Site": site })).toBe(END);
      expect(browser.cookies.has(COOKIE)).toBe(false);
    }
    for (const site of ["same-origin", "none"])
      expect(await startDiscordLink(browser, { "Sec-Fetch-Site": site })).toContain("/oauth2/authorize");
  });

  test("reports that the member declined, or that the site has no Discord application", async () => {
    const user = await signedInUser();
    expect(await linkDiscord(user, null)).toBe(ended("denied"));
    expect(await shown(user)).toBeNull();
    expect(user.cookies.has(COOKIE)).toBe(false);
    user.variant = { DISCORD_CLIENT_ID: "" };
    expect(await startDiscordLink(user)).toBe(`${END}?error=discord_off`);
  });

  test("never calls the stand-in in production", async () => {
    const browser = await signedInUser();
    browser.variant = { ENVIRONMENT: "production" };
    expect(await startDiscordLink(browser)).toMatch(/^https:\/\/discord\.com\/oauth2\/authorize\?/);
  });
});

describe("the callback from Discord", () => {
  test("links nothing with a forged state", async () => {
    const [user, account] = [await signedInUser(), await discord.addPerson()];
    const back = await discord.consent(await startDiscordLink(user), account);
    const forged = new URL(back);
    forged.searchParams.set("state", "A".repeat(43));
    expect(await returnFromDiscord(user, forged)).toBe(ended("expired"));
    forged.searchParams.delete("state");
    expect(await returnFromDiscord(user, forged)).toBe(ended("expired"));
    expect(await linkRow(user)).toBeUndefined();
    // Someone else's attempt doesn't end the member's own.
    expect(await returnFromDiscord(user, back)).toBe(ended("linked"));
  });

  test("links nothing in another account or session, with or without the cookie", async () => {
    const [user, victim] = [await signedInUser(), await signedInUser()];
    const back = await discord.consent(await startDiscordLink(user), await discord.addPerson());
    expect(await returnFromDiscord(victim, back)).toBe(ended("expired"));
    const stolen = user.cookies.get(COOKIE) ?? "";
    for (const browser of [victim, await Browser.signedIn(user)]) {
      browser.cookies.set(COOKIE, stolen);
      expect(await returnFromDiscord(browser, back)).toBe(ended("expired"));
    }
    expect([await linkRow(user), await linkRow(victim)]).toEqual([undefined, undefined]);
  });

  test("links nothing with an altered cookie, or after ten minutes", async () => {
    const user = await signedInUser();
    user.variant = {};
    const back = await discord.consent(await startDiscordLink(user), await discord.addPerson());
    const cookie = user.cookies.get(COOKIE) ?? "";
    for (const altered of [`${cookie.startsWith("A") ? "B" : "A"}${cookie.slice(1)}`, "", "x", "%00"]) {
      user.cookies.set(COOKIE, altered);
      expect(await returnFromDiscord(user, back)).toBe(ended("expired"));
    }
    user.cookies.set(COOKIE, cookie);
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10 * 60_000 + 1_000);
    expect(await returnFromDiscord(user, back)).toBe(ended("expired"));
    clock.mockRestore();
    expect(await returnFromDiscord(user, back)).toBe(ended("linked"));
  });

  test("works once", async () => {
    const user = await signedInUser();
    const back = await discord.consent(await startDiscordLink(user), await discord.addPerson());
    expect(await returnFromDiscord(user, back)).toBe(ended("linked"));
    expect(await returnFromDiscord(user, back)).toBe(ended("expired"));
    expect(await startDiscordLink(user)).toBe(`${END}?error=discord_already`);
  });

  test("links nothing if another browser has linked in the meantime", async () => {
    const user = await signedInUser();
    const other = await Browser.signedIn(user);
    const [first, second] = [await discord.addPerson(), await discord.addPerson()];
    const backs = [await startDiscordLink(user), await startDiscordLink(other)];
    expect(await returnFromDiscord(user, await discord.consent(backs[0] ?? "", first))).toBe(ended("linked"));
    expect(await returnFromDiscord(other, await discord.consent(backs[1] ?? "", second))).toBe(
      ended("already"),
    );
    expect(await shown(user)).toMatchObject({ discord_id: first.id });
    expect(await linkRow(user)).toMatchObject({ username: first.username });
  });

  test("of a slow attempt gives way to a newer one", async () => {
    const user = await signedInUser();
    const other = await Browser.signedIn(user);
    const [slow, quick] = [await discord.addPerson(), await discord.addPerson()];
    await discord.holdProfile(slow, true);
    const first = returnFromDiscord(user, await discord.consent(await startDiscordLink(user), slow));
    await until(async () => (await shown(user))?.discord_id === "");
    expect(await returnFromDiscord(other, await discord.consent(await startDiscordLink(other), quick))).toBe(
      ended("linked"),
    );
    await discord.holdProfile(slow, false);
    expect(await first).toBe(ended("expired"));
    expect(await shown(user)).toMatchObject({ discord_id: quick.id });
  });

  test("with a used or foreign code is rejected by Discord itself", async () => {
    const [user, other] = [await signedInUser(), await signedInUser()];
    const first = await discord.consent(await startDiscordLink(user), await discord.addPerson());
    expect(await returnFromDiscord(user, first)).toBe(ended("linked"));
    const unused = await discord.consent(await startDiscordLink(other), await discord.addPerson());
    // The state is valid; the code is used, or belongs to an attempt with another verifier.
    for (const code of [first.searchParams.get("code"), unused.searchParams.get("code"), "made-up", ""]) {
      const state = new URL(await startDiscordLink(other)).searchParams.get("state") ?? "";
      const callback = new URL(ORIGIN + DISCORD_CALLBACK_PATH);
      callback.search = String(new URLSearchParams({ code: code ?? "", state }));
      expect(await returnFromDiscord(other, callback)).toBe(ended("failed"));
      expect(await linkRow(other)).toBeUndefined();
    }
    expect(expectWorkerErrors()).toHaveLength(4);
  });

  test("can't link an account that is linked to another member, whose link keeps working", async () => {
    const [first, second] = [await signedInUser(), await signedInUser()];
    const account = await discord.addPerson();
    await linkDiscord(first, account);
    expect(await linkDiscord(second, account)).toBe(ended("taken"));
    expect([await shown(second), await linkRow(second)]).toEqual([null, undefined]);
    expect((await shown(first))?.discord_id).toBe(account.id);
    expect((await discord.getState(account)).grants).toBeGreaterThan(0);
  });

  test.each([
    ["token", 500],
    ["token", 429],
    ["profile", 503],
  ] as const)("leaves nothing behind where Discord's %s fails with %i", async (part, status) => {
    const [user, account] = [await signedInUser(), await discord.addPerson()];
    await discord.failNext(account, part, status);
    expect(await linkDiscord(user, account)).toBe(ended("failed"));
    expect(await linkRow(user)).toBeUndefined();
    expect(expectWorkerErrors().join()).toContain("discord: not linked");
    expect(await linkDiscord(user, account)).toBe(ended("linked"));
  });

  test("links even if the first sync fails", async () => {
    const [user, account] = [await signedInUser(), await discord.addPerson()];
    await discord.failNext(account, "connection");
    expect(await linkDiscord(user, account)).toBe(ended("linked"));
    expect((await linkRow(user))?.synced_at).toBeNull();
    expect(expectWorkerErrors().join()).toContain("discord: not synced");
  });

  test("is limited to ten attempts in a quarter of an hour", async () => {
    const browser = await signedInUser();
    browser.variant = { RATE_LIMITS: "on" };
    const ends: string[] = [];
    for (let i = 0; i < 11; i++) ends.push(await comeBackWithNothing(browser));
    expect(ends.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => ended("failed")));
    expect(ends[10]).toBe(ended("busy"));
    expectWorkerErrors();
  });
});

async function comeBackWithNothing(browser: Browser): Promise<string> {
  const state = new URL(await startDiscordLink(browser)).searchParams.get("state") ?? "";
  return returnFromDiscord(browser, new URL(`${ORIGIN}${DISCORD_CALLBACK_PATH}?state=${state}&code=made-up`));
}

const start = (id: number, at: number) =>
  runSql`insert into discord_links (user_id, linked_at) values (${id}, ${at})`;

test("an unfinished link is returned with an empty id and ignored after ten minutes", async () => {
  const [fresh, old] = [await signedInUser(), await signedInUser()];
  await start(fresh.id, Date.now() - 60_000);
  await start(old.id, Date.now() - 11 * 60_000);
  expect(await shown(fresh)).toEqual({ discord_id: "", username: "", global_name: null });
  expect(await shown(old)).toBeNull();
});

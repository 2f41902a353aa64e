import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { statement } from "#db/client.ts";
import {
  DISCORD_CALLBACK_PATH,
  DISCORD_LINK_PATH,
  discordEndAddress,
  type LinkEnd,
} from "#domain/discord/words.ts";
import { Browser, countRows, db, ORIGIN } from "#tests/support/browser.ts";
import { begin, comeBack, discord, link, linkRow } from "#tests/support/discord.ts";
import { person } from "#tests/support/people.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { discordLinkQuery, presentDiscordLink } from "#worker/discord/present.ts";

const END = "/settings/account";
const ended = (how: LinkEnd) => `302 ${discordEndAddress(how)}`;
const COOKIE = "bopolis_discord";
const shown = async ({ id }: { id: number }) => presentDiscordLink(await db.first(discordLinkQuery(id)));

describe("linking a Discord account", () => {
  test("leads to Discord with a state and a challenge, and asks for no more than it needs", async () => {
    const { browser, id } = await person();
    const answer = await browser.fetch(DISCORD_LINK_PATH);
    const address = new URL(answer.headers.get("Location") ?? "");
    expect([answer.status, address.pathname, answer.cost.written]).toEqual([302, "/oauth2/authorize", 0]);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      redirect_uri: ORIGIN + DISCORD_CALLBACK_PATH,
      response_type: "code",
      scope: "identify role_connections.write",
      code_challenge_method: "S256",
      prompt: "consent",
    });
    expect(answer.headers.get("Set-Cookie")).toMatch(
      /^bopolis_discord=[\w-]+; .*HttpOnly; SameSite=Lax; Max-Age=600/,
    );
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(browser.cookies.get(COOKIE)).not.toContain(address.searchParams.get("state"));
    expect(await countRows("discord_links", sql`user_id = ${id}`)).toBe(0);
    const again = new URL(await begin(browser));
    for (const name of ["state", "code_challenge"])
      expect(again.searchParams.get(name)).not.toBe(address.searchParams.get(name));
  });

  test("ends in the settings with the account that Discord names, told of and kept sealed", async () => {
    expect(ended("linked")).toBe("302 /settings/account?message=discord_linked");
    const [who, account] = [
      await person({ gold_until: Date.now() + 1e9, xp: 700 }),
      await discord.make({ global_name: "Mo" }),
    ];
    expect(await link(who, account)).toBe(ended("linked"));
    expect(who.browser.cookies.has(COOKIE)).toBe(false);
    expect(await shown(who)).toEqual({
      discord_id: account.id,
      username: account.username,
      global_name: "Mo",
    });
    const row = await linkRow(who);
    expect(row?.synced_at).toEqual(expect.any(Number));
    // What Discord gave stands nowhere in the clear.
    expect(row?.access_token).toMatch(/^[\w-]{60,}$/);
    expect(row?.refresh_token).toMatch(/^[\w-]{60,}$/);
    const { connection } = await discord.look(account);
    expect(connection).toEqual({
      platform_name: "Bopolis",
      platform_username: who.username,
      metadata: {
        gold: "1",
        spirit_level: "4",
        levels_count: "0",
        member_since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    });
  });

  test("is for members: a visitor, somebody banned and an ended session come to the settings with nothing begun", async () => {
    const banned = await person({ banned_at: 1 });
    const gone = await person();
    await db.all(statement(sql`delete from sessions where user_id = ${gone.id}`));
    for (const browser of [await Browser.visitor(), banned.browser, gone.browser])
      for (const path of [DISCORD_LINK_PATH, `${DISCORD_CALLBACK_PATH}?code=1&state=1`]) {
        const answer = await browser.fetch(path);
        expect([answer.status, answer.headers.get("Location")]).toEqual([302, END]);
        expect(browser.cookies.has(COOKIE)).toBe(false);
      }
    const answer = await (await Browser.visitor()).fetch(END);
    expect(answer.headers.get("Location")).toBe(`/login?next=${encodeURIComponent(END)}`);
  });

  test("does not begin by a link on another site", async () => {
    const { browser } = await person();
    for (const site of ["cross-site", "same-site"]) {
      expect(await begin(browser, { "Sec-Fetch-Site": site })).toBe(END);
      expect(browser.cookies.has(COOKIE)).toBe(false);
    }
    for (const site of ["same-origin", "none"])
      expect(await begin(browser, { "Sec-Fetch-Site": site })).toContain("/oauth2/authorize");
  });

  test("says so where the person says no", async () => {
    const who = await person();
    expect(await link(who, null)).toBe(ended("denied"));
    expect(await shown(who)).toBeNull();
    expect(who.browser.cookies.has(COOKIE)).toBe(false);
  });

  test("says so where the site has no application at Discord", async () => {
    const { browser } = await person();
    browser.variant = { DISCORD_CLIENT_ID: "" };
    expect(await begin(browser)).toBe(`${END}?error=discord_off`);
  });

  test("never asks the stand-in in production", async () => {
    const { browser } = await person();
    browser.variant = { ENVIRONMENT: "production" };
    expect(await begin(browser)).toMatch(/^https:\/\/discord\.com\/oauth2\/authorize\?/);
  });
});

describe("what comes back from Discord", () => {
  test("links nothing with a state that was not given out", async () => {
    const [who, account] = [await person(), await discord.make()];
    const back = await discord.consent(await begin(who.browser), account);
    const forged = new URL(back);
    forged.searchParams.set("state", "A".repeat(43));
    expect(await comeBack(who.browser, forged)).toBe(ended("expired"));
    forged.searchParams.delete("state");
    expect(await comeBack(who.browser, forged)).toBe(ended("expired"));
    expect(await linkRow(who)).toBeUndefined();
    // Somebody else's attempt does not end one's own.
    expect(await comeBack(who.browser, back)).toBe(ended("linked"));
  });

  test("links nothing in another account or another session, with the cookie or without", async () => {
    const [who, victim] = [await person(), await person()];
    const account = await discord.make();
    const back = await discord.consent(await begin(who.browser), account);
    expect(await comeBack(victim.browser, back)).toBe(ended("expired"));
    const stolen = who.browser.cookies.get(COOKIE) ?? "";
    const other = { browser: await Browser.signedIn(who), ...{ id: who.id } };
    for (const { browser } of [victim, other]) {
      browser.cookies.set(COOKIE, stolen);
      expect(await comeBack(browser, back)).toBe(ended("expired"));
    }
    expect([await linkRow(who), await linkRow(victim)]).toEqual([undefined, undefined]);
  });

  test("links nothing with a cookie that was altered", async () => {
    const who = await person();
    const back = await discord.consent(await begin(who.browser), await discord.make());
    const cookie = who.browser.cookies.get(COOKIE) ?? "";
    for (const altered of [`${cookie.startsWith("A") ? "B" : "A"}${cookie.slice(1)}`, "", "x", "%00"]) {
      who.browser.cookies.set(COOKIE, altered);
      expect(await comeBack(who.browser, back)).toBe(ended("expired"));
    }
  });

  test("links nothing when it comes later than in ten minutes", async () => {
    const who = await person();
    who.browser.variant = {};
    const back = await discord.consent(await begin(who.browser), await discord.make());
    const later = Date.now() + 10 * 60_000 + 1_000;
    const clock = vi.spyOn(Date, "now").mockReturnValue(later);
    expect(await comeBack(who.browser, back)).toBe(ended("expired"));
    clock.mockRestore();
    expect(await comeBack(who.browser, back)).toBe(ended("linked"));
  });

  test("counts once", async () => {
    const who = await person();
    const back = await discord.consent(await begin(who.browser), await discord.make());
    expect(await comeBack(who.browser, back)).toBe(ended("linked"));
    expect(await comeBack(who.browser, back)).toBe(ended("expired"));
    expect(await begin(who.browser)).toBe(`${END}?error=discord_already`);
  });

  test("links nothing more where another browser has linked in the meantime", async () => {
    const who = await person();
    const other = await Browser.signedIn(who);
    const [first, second] = [await discord.make(), await discord.make()];
    const backs = [await begin(who.browser), await begin(other)];
    expect(await comeBack(who.browser, await discord.consent(backs[0] ?? "", first))).toBe(ended("linked"));
    expect(await comeBack(other, await discord.consent(backs[1] ?? "", second))).toBe(ended("already"));
    expect(await shown(who)).toMatchObject({ discord_id: first.id });
    expect(await linkRow(who)).toMatchObject({ username: first.username });
  });

  test("that came first gives way to a newer try while Discord has not said who it is", async () => {
    const who = await person();
    const other = await Browser.signedIn(who);
    const [slow, quick] = [await discord.make(), await discord.make()];
    await discord.hold(slow, true);
    const first = comeBack(who.browser, await discord.consent(await begin(who.browser), slow));
    await vi.waitUntil(async () => (await shown(who))?.discord_id === "");
    expect(await comeBack(other, await discord.consent(await begin(other), quick))).toBe(ended("linked"));
    await discord.hold(slow, false);
    expect(await first).toBe(ended("expired"));
    expect(await shown(who)).toMatchObject({ discord_id: quick.id });
  });

  test("with a code that was used before, or of another try, is refused by Discord itself", async () => {
    const [who, other] = [await person(), await person()];
    const first = await discord.consent(await begin(who.browser), await discord.make());
    expect(await comeBack(who.browser, first)).toBe(ended("linked"));
    const unused = await discord.consent(await begin(other.browser), await discord.make());
    // The state is the newest try's own; the code is used, then of a try with another verifier.
    for (const code of [first.searchParams.get("code"), unused.searchParams.get("code"), "made-up", ""]) {
      const back = new URL(await begin(other.browser));
      const state = back.searchParams.get("state") ?? "";
      const callback = new URL(ORIGIN + DISCORD_CALLBACK_PATH);
      callback.search = String(new URLSearchParams({ code: code ?? "", state }));
      expect(await comeBack(other.browser, callback)).toBe(ended("failed"));
      expect(await linkRow(other)).toBeUndefined();
    }
    expect(expectComplaints()).toHaveLength(4);
  });

  test("may not link an account that somebody else has linked, whose link goes on to work", async () => {
    const [first, second] = [await person(), await person()];
    const account = await discord.make();
    await link(first, account);
    expect(await link(second, account)).toBe(ended("taken"));
    expect([await shown(second), await linkRow(second)]).toEqual([null, undefined]);
    expect((await shown(first))?.discord_id).toBe(account.id);
    expect((await discord.look(account)).grants).toBeGreaterThan(0);
  });

  test.each([
    ["token", 500],
    ["token", 429],
    ["profile", 503],
  ] as const)("leaves nothing behind where Discord's %s fails with %i", async (part, status) => {
    const [who, account] = [await person(), await discord.make()];
    await discord.fail(account, part, status);
    expect(await link(who, account)).toBe(ended("failed"));
    expect(await linkRow(who)).toBeUndefined();
    expect(expectComplaints().join()).toContain("discord: not linked");
    expect(await link(who, account)).toBe(ended("linked"));
  });

  test("links although the first sync fails", async () => {
    const [who, account] = [await person(), await discord.make()];
    await discord.fail(account, "connection");
    expect(await link(who, account)).toBe(ended("linked"));
    expect((await linkRow(who))?.synced_at).toBeNull();
    expect(expectComplaints().join()).toContain("discord: not synced");
  });

  test("is looked at ten times in a quarter of an hour at most", async () => {
    const { browser } = await person();
    browser.variant = { RATE_LIMITS: "on" };
    const ends: string[] = [];
    for (let i = 0; i < 11; i++) ends.push(await comeBackWithNothing(browser));
    expect(ends.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => ended("failed")));
    expect(ends[10]).toBe(ended("busy"));
    expectComplaints();
  });
});

async function comeBackWithNothing(browser: Browser): Promise<string> {
  const state = new URL(await begin(browser)).searchParams.get("state") ?? "";
  return comeBack(browser, new URL(`${ORIGIN}${DISCORD_CALLBACK_PATH}?state=${state}&code=made-up`));
}

describe("a link that is being made", () => {
  const start = (id: number, at: number) =>
    db.all(statement(sql`insert into discord_links (user_id, linked_at) values (${id}, ${at})`));

  test("shows with an empty id, and counts as none after ten minutes", async () => {
    const [fresh, old] = [await person(), await person()];
    await start(fresh.id, Date.now() - 60_000);
    await start(old.id, Date.now() - 11 * 60_000);
    expect(await shown(fresh)).toEqual({ discord_id: "", username: "", global_name: null });
    expect(await shown(old)).toBeNull();
  });

  test("makes room for the next try", async () => {
    const [who, account] = [await person(), await discord.make()];
    await start(who.id, Date.now() - 60_000);
    expect(await link(who, account)).toBe(ended("linked"));
    expect((await shown(who))?.discord_id).toBe(account.id);
  });
});

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { deleteDiscordRoute, syncDiscordRoute } from "#domain/discord/api.ts";
import type { DiscordPerson } from "#tests/stand-ins/discord/people.ts";
import { Browser, db, testEnv } from "#tests/support/browser.ts";
import { discord, link, linkRow } from "#tests/support/discord.ts";
import { type Person, person } from "#tests/support/people.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { endDiscord } from "#worker/discord/end.ts";

// The specification's own words.
const SYNCED = "Your information has been synced (it may take a few moments for changes to take effect)";
const NOT_SYNCED = "An error occured when syncing information to your discord account.";
const UNLINKED =
  "Your discord account has been unlinked (you can remove bot access in discord by going to User Settings > Authorized Apps)";
const NOT_UNLINKED = "An error occured when unlinking your discord account.";

const run = (template: ReturnType<typeof sql>) => db.all(statement(template));

/** Somebody with a linked account. */
async function linked(): Promise<{ who: Person; account: DiscordPerson }> {
  const [who, account] = [await person(), await discord.make()];
  await link(who, account);
  return { who, account };
}

async function sync({ browser }: Pick<Person, "browser">): Promise<[number, unknown]> {
  const { status, body } = await browser.call(syncDiscordRoute);
  return [status, body.message];
}

const unlinkBy = async ({ browser }: Pick<Person, "browser">) => {
  const { status, body } = await browser.call(deleteDiscordRoute);
  return [status, body.message];
};

/** Has the tokens seem to be at their end. */
const expire = ({ id }: Person) =>
  run(sql`update discord_links set token_expires_at = 1 where user_id = ${id}`);

describe("syncing", () => {
  test("tells Discord what is true now, and learns the name anew", async () => {
    const { who, account } = await linked();
    await run(
      sql`update users set levels_count = 3, xp = 100, username = ${`${who.username}x`} where id = ${who.id}`,
    );
    await discord.change(account, { username: "renamed", global_name: "Re Named" });
    expect(await sync(who)).toEqual([200, SYNCED]);
    expect((await discord.look(account)).connection).toMatchObject({
      platform_username: `${who.username}x`,
      metadata: { gold: "0", spirit_level: "2", levels_count: "3" },
    });
    expect(await linkRow(who)).toMatchObject({ username: "renamed", global_name: "Re Named" });
  });

  test("is for members with a link", async () => {
    const { browser } = await person();
    expect(await sync({ browser })).toEqual([409, "No Discord account is linked."]);
    expect((await sync({ browser: await Browser.visitor() }))[0]).toBe(401);
    expect((await sync(await person({ banned_at: 1 })))[0]).toBe(403);
  });

  test("is for a finished link", async () => {
    const who = await person();
    await run(sql`insert into discord_links (user_id, linked_at) values (${who.id}, ${Date.now()})`);
    expect((await sync(who))[0]).toBe(409);
  });

  test.each(["profile", "connection"] as const)(
    "says that it failed where Discord's %s does",
    async (part) => {
      const { who, account } = await linked();
      await discord.fail(account, part);
      expect(await sync(who)).toEqual([409, NOT_SYNCED]);
      expect(expectComplaints().join()).toContain("discord: not synced");
      expect(await sync(who)).toEqual([200, SYNCED]);
    },
  );

  test("gets new tokens when the old ones are at their end, here or at Discord", async () => {
    const { who, account } = await linked();
    const before = await linkRow(who);
    await expire(who);
    expect(await sync(who)).toEqual([200, SYNCED]);
    const after = await linkRow(who);
    expect(after?.refresh_token).not.toBe(before?.refresh_token);
    expect(after?.token_expires_at).toBeGreaterThan(Date.now());
    await discord.change(account, { expire: true });
    expect(await sync(who)).toEqual([200, SYNCED]);
    expect((await discord.look(account)).grants).toBe(1);
  });

  test("of two at once that need new tokens, one gets them and both go well", async () => {
    const { who, account } = await linked();
    await expire(who);
    const other = { browser: await Browser.signedIn(who) };
    expect(await Promise.all([sync(who), sync(other)])).toEqual([
      [200, SYNCED],
      [200, SYNCED],
    ]);
    expect((await discord.look(account)).grants).toBe(1);
    await expire(who);
    expect(await sync(who)).toEqual([200, SYNCED]);
  });

  test("fails where the person has taken the access away at Discord, and unlinking still works", async () => {
    const { who, account } = await linked();
    await discord.revoke(account);
    expect(await sync(who)).toEqual([409, NOT_SYNCED]);
    expectComplaints();
    expect(await unlinkBy(who)).toEqual([200, UNLINKED]);
  });

  test("fails where the tokens can't be opened any more", async () => {
    const { who } = await linked();
    who.browser.variant = { SEAL_SECRET: "another secret" };
    expect(await sync(who)).toEqual([409, NOT_SYNCED]);
    expectComplaints();
  });

  test("is done five times a minute at most", async () => {
    const { who } = await linked();
    who.browser.variant = { RATE_LIMITS: "on" };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await sync(who))[0]);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("unlinking", () => {
  test("takes the link away here and the access at Discord", async () => {
    const { who, account } = await linked();
    expect(await unlinkBy(who)).toEqual([200, UNLINKED]);
    expect(await linkRow(who)).toBeUndefined();
    expect(await discord.look(account)).toMatchObject({ grants: 0, connection: null });
    expect(await unlinkBy(who)).toEqual([409, "No Discord account is linked."]);
    const other = await person();
    expect(await link(other, account)).toContain("linked");
  });

  test("is for members", async () => {
    expect((await unlinkBy({ browser: await Browser.visitor() }))[0]).toBe(401);
    expect((await unlinkBy(await person({ banned_at: 1 })))[0]).toBe(403);
  });

  test("touches nobody else's link", async () => {
    const [one, other] = [await linked(), await linked()];
    await unlinkBy(one.who);
    expect((await linkRow(other.who))?.discord_id).toBe(other.account.id);
  });

  test("works where Discord fails", async () => {
    const { who, account } = await linked();
    await discord.fail(account, "revoke");
    expect(await unlinkBy(who)).toEqual([200, UNLINKED]);
    expect(await linkRow(who)).toBeUndefined();
    expect(expectComplaints().join()).toContain("discord: not revoked");
  });

  test("ends a link that is being made", async () => {
    const who = await person();
    await run(sql`insert into discord_links (user_id, linked_at) values (${who.id}, ${Date.now()})`);
    expect(await unlinkBy(who)).toEqual([200, UNLINKED]);
    expect(await linkRow(who)).toBeUndefined();
  });

  test("says that it failed where the link can't be taken away, which then stands", async () => {
    const { who, account } = await linked();
    await run(
      sql`create trigger stuck before delete on discord_links begin select raise(abort, 'stuck'); end`,
    );
    try {
      expect(await unlinkBy(who)).toEqual([409, NOT_UNLINKED]);
      expect(expectComplaints().join()).toContain("stuck");
      // For an account that is being deleted it is noted and not thrown.
      await endDiscord(testEnv, who.id);
      expect(expectComplaints().join()).toContain("stuck");
    } finally {
      await run(sql`drop trigger stuck`);
    }
    expect((await discord.look(account)).grants).toBe(1);
    expect(await sync(who)).toEqual([200, SYNCED]);
  });

  test("goes with the account", async () => {
    const { who, account } = await linked();
    await endDiscord(testEnv, who.id);
    expect([await linkRow(who), (await discord.look(account)).grants]).toEqual([undefined, 0]);
    await endDiscord(testEnv, who.id);
  });
});

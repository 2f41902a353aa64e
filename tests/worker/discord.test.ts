import { deleteDiscordRoute, syncDiscordRoute } from "#domain/discord/api.ts";
import type { DiscordPerson } from "#tests/stand-ins/discord/people.ts";
import { Browser, db, runSql, testEnv } from "#tests/support/browser.ts";
import { discord, linkDiscord, linkRow } from "#tests/support/discord.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { unlinkDiscord } from "#worker/discord/sync.ts";

// Strings that the specification dictates.
const SYNCED = "Your information has been synced (it may take a few moments for changes to take effect)";
const NOT_SYNCED = "An error occured when syncing information to your discord account.";
const UNLINKED =
  "Your discord account has been unlinked (you can remove bot access in discord by going to User Settings > Authorized Apps)";
const NOT_UNLINKED = "An error occured when unlinking your discord account.";

/** A member with a linked account. */
async function linked(): Promise<{ user: TestUser; account: DiscordPerson }> {
  const [user, account] = [await signedInUser(), await discord.addPerson()];
  await linkDiscord(user, account);
  return { user, account };
}

async function sync(browser: Browser): Promise<[number, unknown]> {
  const { status, body } = await browser.call(syncDiscordRoute);
  return [status, body.message];
}

const unlinkBy = async (browser: Browser) => {
  const { status, body } = await browser.call(deleteDiscordRoute);
  return [status, body.message];
};

/** Makes the tokens expired. */
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

  test("is for members with a link", async () => {
    expect(await sync(await signedInUser())).toEqual([409, "No Discord account is linked."]);
  });

  test("needs a finished link", async () => {
    const user = await signedInUser();
    await runSql`insert into discord_links (user_id, linked_at) values (${user.id}, ${Date.now()})`;
    expect((await sync(user))[0]).toBe(409);
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

  test("fails after the member revoked access at Discord, and unlinking still works", async () => {
    const { user, account } = await linked();
    await discord.revoke(account);
    expect(await sync(user)).toEqual([409, NOT_SYNCED]);
    expectWorkerErrors();
    expect(await unlinkBy(user)).toEqual([200, UNLINKED]);
  });

  test("fails if the tokens can't be decrypted", async () => {
    const { user } = await linked();
    user.variant = { SEAL_SECRET: "another secret" };
    expect(await sync(user)).toEqual([409, NOT_SYNCED]);
    expectWorkerErrors();
  });

  test("is limited to five times a minute", async () => {
    const { user } = await linked();
    user.variant = { RATE_LIMITS: "on" };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await sync(user))[0]);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("unlinking Discord", () => {
  test("deletes the link here and the access at Discord", async () => {
    const { user, account } = await linked();
    expect(await unlinkBy(user)).toEqual([200, UNLINKED]);
    expect(await linkRow(user)).toBeUndefined();
    expect(await discord.getState(account)).toMatchObject({ grants: 0, connection: null });
    expect(await unlinkBy(user)).toEqual([409, "No Discord account is linked."]);
    expect(await linkDiscord(await signedInUser(), account)).toContain("linked");
  });

  test("affects no one else's link", async () => {
    const [one, other] = [await linked(), await linked()];
    await unlinkBy(one.user);
    expect((await linkRow(other.user))?.discord_id).toBe(other.account.id);
  });

  test("works even if Discord fails", async () => {
    const { user, account } = await linked();
    await discord.failNext(account, "revoke");
    expect(await unlinkBy(user)).toEqual([200, UNLINKED]);
    expect(await linkRow(user)).toBeUndefined();
    expect(expectWorkerErrors().join()).toContain("discord: not revoked");
  });

  test("ends an unfinished link", async () => {
    const user = await signedInUser();
    await runSql`insert into discord_links (user_id, linked_at) values (${user.id}, ${Date.now()})`;
    expect(await unlinkBy(user)).toEqual([200, UNLINKED]);
    expect(await linkRow(user)).toBeUndefined();
  });

  test("reports a failed delete and leaves the link working", async () => {
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

  test("is part of deleting an account", async () => {
    const { user, account } = await linked();
    expect(await unlinkDiscord(testEnv, db, user.id)).toBe(true);
    expect([await linkRow(user), (await discord.getState(account)).grants]).toEqual([undefined, 0]);
    expect(await unlinkDiscord(testEnv, db, user.id)).toBe(false);
  });
});

import type { Page } from "@playwright/test";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import type { Member } from "#scripts/client/crowd.ts";
import { SHORT_WORLD } from "#tests/support/short-world.ts";
import { roomChatText, roomPageText, roomText } from "#web/features/play/text/room.ts";
import { clearShortLevel, expectStars, gameCanvas } from "./player-page.ts";
import { expectInRoom, KILLED, type RoomSite, shownPerson, testRooms as test } from "./room-site.ts";
import { expect, NIGHTLY } from "./test.ts";

/** Two pages draw in software beside a whole site. */
test.setTimeout(300_000);

/** Longest time in which a player clears the short level and others hear of it. */
const FINISH_MS = 30_000;
/** Ticks of a run after which its first receipt has arrived. */
const RECEIVED_TICKS = ROOM_LIMITS.receiptTicks + 60;

/** Sends a line with the keyboard, and gives the keys back to the level. */
async function sendLine(page: Page, line: string): Promise<void> {
  await page.keyboard.press("KeyT");
  const field = page.getByRole("textbox", { name: roomChatText.field });
  await field.fill(line);
  await field.press("Enter");
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
}

/** How far another player is from the spawn on a page, along the level. */
const wayOf = async (page: Page, { name }: Member): Promise<number> =>
  (await shownPerson(page, name))?.z ?? Number.NaN;

/** The sign over a player who shows an emote. */
const emoteOver = (page: Page, { name }: Member) =>
  page
    .locator("div")
    .filter({ hasText: name })
    .filter({ has: page.locator("[data-text=''] svg") })
    .last();

/** Waits for the line that a player has finished. It's shown for 8 seconds, so begin to wait before that. */
const expectNotice = (page: Page, { name }: Member): Promise<void> =>
  expect(page.getByText(new RegExp(`^${name} finished in `)).first()).toBeVisible({ timeout: FINISH_MS });

/**
 * Lets a player clear the short level until another one hears of it: on a starved machine a page can fall so far behind that the
 * run goes on without the room.
 */
const finishTogether = (one: { page: Page; user: Member }, { page }: { page: Page }): Promise<void> =>
  expect(async () => {
    await one.page.keyboard.press("Shift+KeyR");
    await Promise.all([expectNotice(page, one.user), clearShortLevel(one.page)]);
  }).toPass({ timeout: 3 * FINISH_MS });

const finishTime = async (page: Page): Promise<number> =>
  Number(await page.locator("[data-finish-time]").getAttribute("data-finish-time"));

/** The times of a player's counted runs in a level. */
const countedTimes = async ({ site }: RoomSite, { id }: Member, level: number): Promise<number[]> =>
  (
    await site.playRows<{ ms: number }>(
      "select ms from runs where user_id = ? and level_id = ? and state = 'counted' order by id",
      id,
      level,
    )
  ).map(({ ms }) => ms);

/** Two buddies in browsers of their own, in a room with some bots. */
async function playTogether(rooms: RoomSite, bots: number) {
  const [maker, ann, bob] = [rooms.member(), rooms.member(), rooms.member()];
  await rooms.makeBuddies(ann, bob);
  const { id: level } = await rooms.makeLevel(maker, SHORT_WORLD);
  await rooms.addBots(level, bots);
  const annPage = await rooms.play(ann, level);
  const bobPage = await rooms.play(bob, level);
  for (const page of [annPage, bobPage])
    await expect(page.locator("[data-players]")).toHaveAttribute("data-players", String(bots + 2));
  return { level, ann: { user: ann, page: annPage }, bob: { user: bob, page: bobPage } };
}

for (const [bots, details] of [
  [4, {}],
  [48, NIGHTLY],
] as const) {
  test(`two people and ${bots} bots share a room: they chat, wave and finish`, details, async ({ rooms }) => {
    const { ann, bob, level } = await playTogether(rooms, bots);
    for (const [one, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await expect.poll(() => wayOf(other.page, one.user)).toBeCloseTo(0, 0);
      await one.page.keyboard.down("KeyW");
      await expect.poll(() => wayOf(other.page, one.user)).toBeGreaterThan(8);
      await one.page.keyboard.up("KeyW");
      await one.page.keyboard.press("Shift+KeyR");
      await expect.poll(() => wayOf(other.page, one.user)).toBeCloseTo(0, 0);

      const line = `Hello from ${one.user.name}`;
      // A bubble stays for a few seconds.
      await Promise.all([
        sendLine(one.page, line),
        expect.poll(async () => (await shownPerson(other.page, one.user.name))?.bubble).toBe(line),
      ]);
      for (const { page } of [one, other])
        await expect(page.getByRole("listitem").filter({ hasText: line }).first()).toBeVisible();
      await one.page.keyboard.press("Digit1");
      await expect(emoteOver(other.page, one.user)).toBeVisible();
    }

    await finishTogether(ann, bob);
    await expect(ann.page.locator("[data-run-state]")).toHaveAttribute("data-run-state", "counted");
    const ms = await finishTime(ann.page);
    expect(await countedTimes(rooms, ann.user, level)).toContain(ms);
    await finishTogether(bob, ann);
    expect(await countedTimes(rooms, bob.user, level)).toContain(await finishTime(bob.page));
  });
}

test("a banned player leaves the room and reads why, and the others go on", async ({ rooms, complaints }) => {
  complaints.allow(/^403 /);
  const { ann, bob, level } = await playTogether(rooms, 1);
  await bob.page.keyboard.down("KeyW");
  await rooms.admin.post(`/api/staff/users/${bob.user.name}/ban`, { reason: "Said bad words" });
  await expect(bob.page.getByRole("heading", { name: roomPageText.banned.title })).toBeVisible();
  await expect(ann.page.locator("[data-players]")).toHaveAttribute("data-players", "2");
  await expect.poll(() => shownPerson(ann.page, bob.user.name)).toBeUndefined();
  await expectInRoom(ann.page);
  await clearShortLevel(ann.page);
  await expect(ann.page.locator("[data-run-state]")).toHaveAttribute("data-run-state", "counted");
  expect(await countedTimes(rooms, bob.user, level)).toEqual([]);
});

test("the site is killed in mid-run, and both players' runs count once", async ({ rooms, complaints }) => {
  const { ann, bob, level } = await playTogether(rooms, 2);
  for (const { page } of [ann, bob]) {
    await page.keyboard.down("Space");
    await expectStars(page, 1);
    await page.keyboard.up("Space");
  }
  // The room has given both a receipt, with which another one takes their runs back.
  for (const { page } of [ann, bob])
    await expect
      .poll(async () => Number(await gameCanvas(page).getAttribute("data-tick")))
      .toBeGreaterThan(RECEIVED_TICKS);
  await complaints.allowWhile(KILLED, async () => {
    const restarted = rooms.site.killAndRestart();
    await expect(ann.page.getByText(roomText.reconnecting)).toBeVisible();
    // The run goes on meanwhile.
    await ann.page.keyboard.down("KeyW");
    await expect(ann.page.locator("[data-finish-time]")).toBeVisible();
    await ann.page.keyboard.up("KeyW");
    await restarted;
    for (const { page } of [ann, bob]) await expectInRoom(page);
  });
  await expect(bob.page.getByText(roomText.reconnecting)).toBeHidden();
  await bob.page.keyboard.down("KeyW");
  await expect(bob.page.locator("[data-finish-time]")).toBeVisible();
  await bob.page.keyboard.up("KeyW");
  for (const { page, user } of [ann, bob]) {
    await expect(page.locator("[data-run-state]")).toHaveAttribute("data-run-state", "counted");
    expect(await countedTimes(rooms, user, level)).toEqual([await finishTime(page)]);
  }
  await finishTogether(bob, ann);
  // Both are one player each, in the room and on the site.
  await expect(ann.page.locator("[data-players]")).toHaveAttribute("data-players", "4");
  await expect
    .poll(() => rooms.site.rows("select playing_count from levels where id = ?", level))
    .toEqual([{ playing_count: 4 }]);
});

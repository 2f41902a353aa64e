import { devices } from "@playwright/test";
import { PRIVACY } from "#domain/blocks/rules.ts";
import { SHORT_WORLD } from "#tests/support/short-world.ts";
import { playButtonText } from "#web/components/text/play-button.ts";
import { playerLoadText } from "#web/features/play/text/player-load.ts";
import {
  roomChatText,
  roomPageText,
  roomPeopleText,
  roomText,
  spectateText,
} from "#web/features/play/text/room.ts";
import {
  expectAccessible,
  expectApart,
  expectFingerSized,
  expectFits,
  expectFitsAndAccessible,
} from "./expect-accessible.ts";
import { clearShortLevel, waitForPlayerPage } from "./player-page.ts";
import { expectInRoom, KILLED, shownPerson, testRooms as test } from "./room-site.ts";
import { expect } from "./test.ts";

test("a member joins a buddy in two presses, but no one who forbids it", async ({ rooms, complaints }) => {
  const [maker, ann, bob, cat] = [rooms.member(), rooms.member(), rooms.member(), rooms.member()];
  await rooms.site.rows("update users set join_privacy = ? where id = ?", PRIVACY.noOne, cat.id);
  const { id } = await rooms.makeLevel(maker, SHORT_WORLD);
  await rooms.makeBuddies(ann, bob);
  const bobPage = await rooms.play(bob, id);
  await rooms.play(cat, id);
  const page = await rooms.open(ann);
  await page.goto(`/users/${ann.name}/buddies`);
  await page.getByRole("main").getByRole("link", { name: bob.name }).first().click();
  await page
    .getByRole("main")
    .getByRole("link", { name: playButtonText.joinUser(bob.name) })
    .click();
  await waitForPlayerPage(page);
  await expectInRoom(page);
  await expect.poll(() => shownPerson(page, bob.name)).toBeDefined();
  await expect.poll(() => shownPerson(bobPage, ann.name)).toBeDefined();
  expect(new URL(page.url()).pathname).toBe(`/play/${id}`);

  await page.goto(`/play/${id}?watch=${bob.id}`);
  await waitForPlayerPage(page);
  await expectInRoom(page);
  await expect(page.locator("[data-watching]")).toHaveAttribute("data-watching", String(bob.id));
  await expect(page.getByText(spectateText.watching(bob.name))).toBeAttached();
  await expectAccessible(page);
  await bobPage.keyboard.down("KeyW");
  await expect.poll(async () => (await shownPerson(page, bob.name))?.z).toBeGreaterThan(8);
  await bobPage.keyboard.up("KeyW");
  // A spectator isn't drawn, but counts as a player.
  await expect(bobPage.locator("[data-players]")).toHaveAttribute("data-players", "3");
  expect(await shownPerson(bobPage, ann.name)).toBeUndefined();

  await page.getByRole("button", { name: spectateText.stop }).click();
  await expect(page.locator("[data-watching]")).toHaveCount(0);
  await expect.poll(() => shownPerson(bobPage, ann.name)).toBeDefined();

  complaints.allow(/^403 POST .*\/api\/join-token$/);
  await page.goto(`/play/${id}?watch=${cat.id}`);
  await expect(page.getByRole("heading", { name: roomPageText.cantJoin.title })).toBeVisible();
  await page.getByRole("button", { name: roomPageText.cantJoin.here }).click();
  await waitForPlayerPage(page);
  await expectInRoom(page);
  await expect(page.locator("[data-watching]")).toHaveCount(0);
});

test("a page that loses its room says so, plays on, and comes back to it", async ({ rooms, complaints }) => {
  const [maker, ann, bob] = [rooms.member(), rooms.member(), rooms.member()];
  const { id } = await rooms.makeLevel(maker, SHORT_WORLD);
  const bobPage = await rooms.play(bob, id);
  const page = await rooms.play(ann, id);
  await clearShortLevel(page);
  await complaints.allowWhile(KILLED, async () => {
    const restarted = rooms.site.killAndRestart();
    const notice = page.getByRole("status").filter({ hasText: roomText.reconnecting });
    await expect(notice).toBeVisible();
    for (const [width, height] of [
      [1280, 800],
      [844, 390],
      [390, 844],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectApart(notice.locator("p"), page.locator("[data-finished] h2").first());
    }
    await expectAccessible(page);
    await restarted;
    await expectInRoom(page);
    await expectInRoom(bobPage);
  });
  await expect(page.getByText(roomText.reconnecting)).toBeHidden();
  await expect.poll(() => shownPerson(bobPage, ann.name)).toBeDefined();
  await page.keyboard.press("Shift+KeyR");
  await clearShortLevel(page);
  await expect(page.locator("[data-run-state]")).toHaveAttribute("data-run-state", "counted");
});

test("a second tab takes the level over; who is removed reads why", async ({ rooms, complaints }) => {
  complaints.allow(/^403 POST .*join-token|^404 POST .*\/visits$/);
  const [maker, ann] = [rooms.member(), rooms.member()];
  const { id } = await rooms.makeLevel(maker, SHORT_WORLD);
  const makerPage = await rooms.play(maker, id);
  const page = await rooms.play(ann, id);
  const second = await page.context().newPage();
  await second.goto(`/play/${id}`);
  await waitForPlayerPage(second);
  await expectInRoom(second);
  await expect(page.getByRole("heading", { name: roomPageText.elsewhere.title })).toBeVisible();
  await expectAccessible(page);
  await expect(second.locator("[data-players]")).toHaveAttribute("data-players", "2");
  await page.getByRole("button", { name: roomPageText.elsewhere.action }).click();
  await waitForPlayerPage(page);
  await expectInRoom(page);
  await expect(second.getByRole("heading", { name: roomPageText.elsewhere.title })).toBeVisible();
  await second.close();

  await makerPage.keyboard.press("KeyP");
  const people = makerPage.getByRole("dialog", { name: roomPeopleText.title });
  await people.getByRole("button", { name: new RegExp(ann.name) }).click();
  await people.getByRole("button", { name: roomPeopleText.remove }).click();
  await makerPage
    .getByRole("alertdialog", { name: roomPeopleText.removeTitle(ann.name) })
    .getByRole("button", { name: roomPeopleText.removeAction })
    .click();
  await expect(page.getByRole("heading", { name: roomPageText.removed.title })).toBeVisible();
  await expect(makerPage.locator("[data-players]")).toHaveAttribute("data-players", "1");
  // The game starts before it joins the room, which takes long on a busy machine.
  const response = page.waitForResponse((one) => one.url().includes("/join-token"));
  await page.goto(`/play/${id}`);
  expect((await response).status()).toBe(403);
  await expect(page.getByRole("heading", { name: roomPageText.removed.title })).toBeVisible();

  await maker.post(`/api/levels/${id}/delete`);
  await expect(makerPage.getByRole("heading", { name: roomPageText.closed.title })).toBeVisible();
  await makerPage.getByRole("link", { name: roomPageText.closed.action }).click();
  await expect(makerPage).toHaveURL(/\/levels$/);
});

test("on a phone, a room's chat, emotes and players are in reach beside the controls", async ({ rooms }) => {
  const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];
  const [maker, ann, bob] = [rooms.member(), rooms.member(), rooms.member()];
  const { id } = await rooms.makeLevel(maker, SHORT_WORLD);
  const bobPage = await rooms.play(bob, id);
  const page = await rooms.play(ann, id, { ...phone, deviceScaleFactor: 1 });
  await page.getByRole("button", { name: roomText.openChat }).tap();
  const field = page.getByRole("textbox", { name: roomChatText.field });
  await expect(field).toBeFocused();
  await expectFingerSized(page);
  await field.fill("Hello from a phone, with a line that is long enough to wrap in any chat");
  await expectFits(page);
  await page.getByRole("button", { name: roomChatText.send }).tap();
  await expect(bobPage.getByText("Hello from a phone").first()).toBeVisible();
  // The level is back at once.
  await expect(field).toHaveCount(0);
  for (const [width, height] of [
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const chat = await page.locator("[data-chat]").boundingBox();
    expect((chat?.y ?? height) + (chat?.height ?? 0)).toBeLessThan(height - 150);
    await expect(page.getByRole("button", { name: playerLoadText.jump })).toBeVisible();
    await expectFits(page);
    await expectFingerSized(page);
  }
  await page.getByRole("button", { name: roomText.emote }).tap();
  await expectFitsAndAccessible(page);
  await page.getByRole("button", { name: "Wave" }).tap();
  await page.locator("[data-players]").tap();
  const list = page.getByRole("dialog", { name: roomPeopleText.title });
  await list.getByRole("button", { name: new RegExp(bob.name) }).tap();
  await expectFingerSized(page);
  await expectFitsAndAccessible(page);
});

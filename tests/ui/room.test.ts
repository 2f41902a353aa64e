import { vi } from "vitest";
import { toggleBlockRoute } from "#domain/blocks/api.ts";
import { joinTokenRoute } from "#domain/play/api.ts";
import {
  emoteText,
  roomChatText,
  roomPageText,
  roomPeopleText,
  roomText,
  spectateText,
} from "#web/features/play/text/room.ts";
import { FakeRoom } from "./support/fake-room.ts";
import type { Page } from "./support/page.ts";
import { test as base } from "./support/player.ts";
import { errorResponse } from "./support/site.ts";
import { describe, expect } from "./support/test.ts";

const test = base.extend<{ room: FakeRoom }>({
  room: [
    async ({ site }, use) => {
      site.signIn();
      await use(
        new FakeRoom(site, [
          { name: "goldie", is_buddy: true },
          { name: "berta", can_watch: false },
          { name: "PixelPanda", is_creator: true },
        ]),
      );
    },
    { auto: true },
  ],
});

const chat = (page: Page) => page.locator("[data-chat]");
const field = (page: Page) => page.getByRole("textbox", { name: roomChatText.field });
const players = (page: Page) => page.locator("[data-players]");
const banner = (page: Page) => page.locator("[data-room]");
const bar = (page: Page) => page.locator("[data-watching]");
const list = (page: Page) => page.getByRole("dialog", { name: roomPeopleText.title });

async function openList(page: Page) {
  await expect(players(page)).toHaveText("4");
  await page.keyboard.press("KeyP");
  return list(page);
}

describe("the chat", () => {
  test("opens with T, sends with Enter, and Escape returns the keys", async ({ page, player, room }) => {
    await player.open();
    await expect(players(page)).toHaveText("4");
    room.send(1, { text: "hello there" });
    await expect(chat(page)).toContainText("goldie hello there");
    // Announced once, a moment later.
    await expect(page.locator("[data-chat-announcer]")).toHaveText("goldie: hello there");
    await page.keyboard.press("KeyT");
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue("");
    await page.keyboard.type("we was here 1 2 3");
    expect(room.sent("emote")).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(() => room.sent("chat")).toEqual([{ type: "chat", text: "we was here 1 2 3" }]);
    await expect(chat(page)).toContainText("we was here 1 2 3");
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue("");
    await player.run(30);
    await player.expectPhase("ready");
    await page.keyboard.press("Escape");
    await expect(field(page)).toHaveCount(0);
    await expect(player.canvas).toBeFocused();
    await page.keyboard.press("Digit2");
    await expect.poll(() => room.sent("emote")).toEqual([{ type: "emote", emote: 1 }]);
    await player.hold("KeyW", 15);
    await player.expectPhase("running");
  });

  test("returns a line that wasn't sent, with the reason, and counts", async ({ page, player, room }) => {
    await player.open();
    await expect(players(page)).toBeVisible();
    await page.keyboard.press("Enter");
    await field(page).fill("spam");
    await field(page).press("Enter");
    await expect.poll(() => room.sent("chat")).toHaveLength(1);
    room.complain("You can say one line per second.");
    const form = chat(page).locator("form");
    await expect(form).toContainText("You can say one line per second.");
    await expect(field(page)).toHaveValue("spam");
    await expect(field(page)).toHaveAttribute("aria-invalid", "true");
    await field(page).fill("👨‍👩‍👧".repeat(190));
    await expect(form).toContainText(roomChatText.left(10));
    await field(page).fill("x".repeat(202));
    await expect(form).toContainText(roomChatText.tooLong(2));
    await field(page).press("Enter");
    expect(room.sent("chat")).toHaveLength(1);
  });

  test("has comings and finishes, and a menu of emotes; H hides others", async ({ page, player, room }) => {
    await player.open();
    await expect(players(page)).toHaveText("4");
    room.leave(2);
    await expect(chat(page)).toContainText(roomText.left("berta"));
    room.come(2);
    await expect(chat(page)).toContainText(roomText.joined("berta"));
    room.finish({ slot: 1, ticks: 2_526, place: 3, run: 9 });
    await expect(chat(page)).toContainText("goldie finished in 0:42.100 — 3rd");
    await page.getByRole("button", { name: roomText.emote, exact: true }).click();
    const emotes = page.getByRole("group", { name: emoteText.title });
    await emotes.getByRole("button", { name: emoteText.names.dance }).click();
    await expect(emotes).toHaveCount(0);
    await expect.poll(() => room.sent("emote")).toEqual([{ type: "emote", emote: 2 }]);
    await page.keyboard.press("KeyH");
    await expect(chat(page)).toContainText(roomText.hidden("H"));
    await page.keyboard.press("KeyP");
    await expect(
      page.getByRole("switch", { name: new RegExp(`^${roomPeopleText.hideOthers}`) }),
    ).toBeChecked();
  });
});

describe("the list of players", () => {
  test("has the user first; others are muted, reported and blocked", async ({ page, site, player, room }) => {
    site.respond(toggleBlockRoute, {});
    await player.open();
    const people = await openList(page);
    const rows = people.getByRole("listitem");
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(0)).toContainText(roomPeopleText.you);
    await expect(rows.nth(1)).toContainText("goldie");
    await expect(rows.nth(1)).toContainText(roomPeopleText.buddy);
    await people.getByRole("button", { name: /^berta/ }).click();
    await expect(people.getByRole("button", { name: roomPeopleText.watch, exact: true })).toHaveCount(0);
    const goldie = people.getByRole("button", { name: /^goldie/ });
    await goldie.click();
    await people.getByRole("button", { name: roomPeopleText.mute }).click();
    await expect(rows.nth(1)).toContainText(roomPeopleText.muted);
    room.send(1, { text: "can you hear me?" });
    room.send(2, { text: "I can" });
    await expect(chat(page)).toContainText("I can");
    await expect(chat(page)).not.toContainText("can you hear me?");
    await people.getByRole("button", { name: roomPeopleText.report }).click();
    const report = page.getByRole("dialog", { name: roomPeopleText.reportTitle("goldie") });
    await report.getByRole("button", { name: "Cancel" }).click();
    await goldie.click();
    await people.getByRole("button", { name: roomPeopleText.block }).click();
    const block = page.getByRole("alertdialog", { name: "Block goldie?" });
    await block.getByRole("button", { name: "Block" }).click();
    await expect(block).toHaveCount(0);
    expect(site.calls(toggleBlockRoute).map(({ params }) => params)).toEqual([{ username: "goldie" }]);
    room.leave(1);
    await expect(rows).toHaveCount(3);
    await page.keyboard.press("Escape");
    await expect(players(page)).toHaveText("3");
  });

  test("is reached with Tab from the level, with hints of the own keyboard", async ({ page, player }) => {
    const azerty = new Map(Object.entries({ KeyW: "z", KeyA: "q", KeyS: "s", KeyD: "d" }));
    const keyboard = { getLayoutMap: async () => azerty };
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { keyboard }));
    player.set({ hints: true });
    await player.open();
    await expect(players(page)).toBeVisible();
    await expect(page.getByText("Move with ZQSD")).toBeVisible();
    await player.canvas.focus();
    await page.keyboard.press("Tab");
    await expect(players(page)).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("KeyP");
    await expect(list(page)).toBeVisible();
  });

  test("leads to watching one, then the next, and Escape back to the own", async ({ page, player, room }) => {
    await player.open();
    const people = await openList(page);
    await people.getByRole("button", { name: /^goldie/ }).click();
    await people.getByRole("button", { name: roomPeopleText.watch, exact: true }).click();
    await expect(bar(page)).toContainText(spectateText.watching("goldie"));
    await expect.poll(() => room.sent("watch").at(-1)).toEqual({ type: "watch", slot: 1 });
    await bar(page).getByRole("button", { name: spectateText.next }).click();
    await expect(bar(page)).toContainText(spectateText.watching("PixelPanda"));
    await page.keyboard.press("Escape");
    await expect(bar(page)).toHaveCount(0);
    await expect.poll(() => room.sent("watch").at(-1)).toEqual({ type: "watch", slot: null });
  });
});

const destinations = [{ destination_type: "User", id: 21, client: "web" }];

test("a link to watch a player asks for their room, and watches them", async ({ page, site, player }) => {
  await player.open("/play/1?watch=21");
  await expect(bar(page)).toContainText(spectateText.watching("goldie"));
  expect(site.inputs(joinTokenRoute)).toEqual(destinations);
});

test("someone in the desktop client can be joined there or not", async ({ page, site, player, room }) => {
  room.problem = errorResponse("other_client", { message: "Mia plays in Bopolis Player." });
  await player.open("/play/1?with=21");
  const alert = page.getByRole("alert").filter({ hasText: roomPageText.otherClient.title });
  await expect(alert).toContainText("Mia plays in Bopolis Player.");
  await expect(alert.getByRole("button", { name: roomPageText.otherClient.desktop })).toBeVisible();
  room.problem = null;
  await alert.getByRole("button", { name: roomPageText.otherClient.here }).click();
  await expect(page).toHaveURL("/play/1");
  await expect(players(page)).toHaveText("4");
  expect(site.inputs(joinTokenRoute).at(-1)).toEqual({
    destination_type: "Level",
    id: 1,
    client: "web",
  });
});

test("without a host the level is played alone with a notice, without P", async ({ page, player, room }) => {
  room.problem = errorResponse("no_host");
  await player.open();
  await expect(page.getByText(roomText.noRoom)).toBeVisible();
  await expect(players(page)).toHaveCount(0);
  await page.keyboard.press("KeyP");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a cut shows a banner until its end; so does a room's move", async ({ page, site, player, room }) => {
  await player.open();
  await expect(banner(page)).toHaveAttribute("data-room", "open");
  room.isDown = true;
  room.close(1011);
  await expect(banner(page)).toContainText(roomText.reconnecting);
  room.isDown = false;
  await expect(banner(page)).toHaveAttribute("data-room", "open");
  await expect(banner(page)).toHaveText("");
  site.hold(joinTokenRoute, {});
  room.close(4301);
  await expect(banner(page)).toContainText(roomText.moving);
});

for (const [code, kind, role] of [
  [4401, "signedOut", "button"],
  [4403, "banned", "button"],
  [4406, "removed", "link"],
  [4409, "elsewhere", "button"],
  [4410, "closed", "link"],
] as const)
  test(`a room that closes with ${code} leaves one sentence and a button`, async ({ page, player, room }) => {
    await player.open();
    await expect(banner(page)).toHaveAttribute("data-room", "open");
    room.close(code);
    const { title, text, action } = roomPageText[kind];
    const alert = page.getByRole("alert").filter({ hasText: title });
    await expect(alert).toContainText(text);
    await expect(alert.getByRole(role)).toHaveText(action);
    await player.hold("KeyW", 15);
    await player.expectPhase("ready");
  });

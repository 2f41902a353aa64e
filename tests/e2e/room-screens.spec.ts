import type { Page } from "@playwright/test";
import { playerLoadText } from "#web/features/play/text/player-load.ts";
import {
  emoteText,
  roomChatText,
  roomPageText,
  roomPeopleText,
  roomText,
  spectateText,
} from "#web/features/play/text/room.ts";
import type { Api, ApiLevel } from "./api.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expectApart } from "./expect-apart.ts";
import { expectFingerSized } from "./expect-finger-sized.ts";
import { FakeRoom, type FakeRoomOptions } from "./fake-room.ts";
import {
  clearShortLevel,
  gameCanvas,
  makeWorldLevel,
  setGameSettings,
  shortWorld,
  waitForPlayerPage,
} from "./player-page.ts";
import { type Account, expect, NIGHTLY, test } from "./test.ts";

// Few pixels, because WebGL runs in software.
test.use({ viewport: { width: 900, height: 600 }, deviceScaleFactor: 0.4 });

const OTHERS: FakeRoomOptions["others"] = [
  { name: "goldie", is_buddy: true },
  { name: "bobby", can_watch: false },
  { name: "PixelPanda", is_creator: true },
];

interface Opened {
  room: FakeRoom;
  level: ApiLevel;
}

/** Opens a level whose room the test plays. */
async function openRoom(
  page: Page,
  { api, signUp, maker }: { api: Api; signUp: () => Promise<Account>; maker: Api },
  { query = "", settings = {}, others = OTHERS, before = (_: FakeRoom) => {} } = {},
): Promise<Opened> {
  const level = await makeWorldLevel(maker, shortWorld());
  const { username } = await signUp();
  await setGameSettings(page, settings);
  const room = await FakeRoom.open(page, { level, api, username, others });
  before(room);
  await page.goto(`/play/${level.id}${query}`);
  await waitForPlayerPage(page);
  return { room, level };
}

const chat = (page: Page) => page.locator("[data-chat]");
const field = (page: Page) => page.getByRole("textbox", { name: roomChatText.field });
const players = (page: Page) => page.locator("[data-players]");
const banner = (page: Page) => page.locator("[data-room]");

test("the chat opens with T and sends with Enter; typing moves no one, and Escape gives the keys back", async ({
  page,
  api,
  signUp,
  otherUser,
}) => {
  const { room } = await openRoom(page, { api, signUp, maker: await otherUser() });
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
  await expect(gameCanvas(page)).toHaveAttribute("data-phase", "ready");
  await expectAccessible(page);

  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveCount(0);
  await expect(gameCanvas(page)).toBeFocused();
  await page.keyboard.press("Digit2");
  await expect.poll(() => room.sent("emote")).toEqual([{ type: "emote", emote: 1 }]);
  await page.keyboard.down("KeyW");
  await expect(gameCanvas(page)).toHaveAttribute("data-phase", "running");
  await page.keyboard.up("KeyW");
});

test(
  "a line that wasn't sent comes back to the field with the reason, and a counter shows near the limit",
  NIGHTLY,
  async ({ page, api, signUp, otherUser }) => {
    const { room } = await openRoom(page, { api, signUp, maker: await otherUser() });
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
  },
);

test("the list of players has the user first; a player can be watched, muted, reported and blocked", async ({
  page,
  api,
  signUp,
  otherUser,
}) => {
  const { room } = await openRoom(page, { api, signUp, maker: await otherUser() });
  await expect(players(page)).toBeVisible();
  await page.keyboard.press("KeyP");
  const list = page.getByRole("dialog", { name: roomPeopleText.title });
  const rows = list.getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText(roomPeopleText.you);
  await expect(rows.nth(1)).toContainText(`goldie`);
  await expect(rows.nth(1)).toContainText(roomPeopleText.buddy);
  await expectAccessible(page, "[role=dialog]");

  await list.getByRole("button", { name: /^bobby/ }).click();
  await expect(list.getByRole("button", { name: roomPeopleText.watch, exact: true })).toHaveCount(0);
  await list.getByRole("button", { name: /^goldie/ }).click();
  await expectAccessible(page, "[role=dialog]");
  await list.getByRole("button", { name: roomPeopleText.mute }).click();
  await expect(rows.nth(1)).toContainText(roomPeopleText.muted);
  room.send(1, { text: "can you hear me?" });
  room.send(2, { text: "I can" });
  // Lines leave a closed chat after a few seconds.
  await expect(chat(page)).toContainText("I can");
  await expect(chat(page)).not.toContainText("can you hear me?");
  await list.getByRole("button", { name: roomPeopleText.report }).click();
  const report = page.getByRole("dialog", { name: roomPeopleText.reportTitle("goldie") });
  await expect(report).toBeVisible();
  await report.getByRole("button", { name: "Cancel" }).click();
  await list.getByRole("button", { name: /^goldie/ }).click();
  await list.getByRole("button", { name: roomPeopleText.block }).click();
  const block = page.getByRole("alertdialog", { name: "Block goldie?" });
  await block.getByRole("button", { name: "Block" }).click();
  await expect(block).toHaveCount(0);
  room.leave(1);
  await expect(rows).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(players(page)).toHaveText("3");
});

test("someone is watched, then the next one; Escape leads back to the own run", async ({
  page,
  api,
  signUp,
  otherUser,
}) => {
  const { room } = await openRoom(page, { api, signUp, maker: await otherUser() });
  await expect(players(page)).toBeVisible();
  await page.keyboard.press("KeyP");
  const list = page.getByRole("dialog", { name: roomPeopleText.title });
  await list.getByRole("button", { name: /^goldie/ }).click();
  await list.getByRole("button", { name: roomPeopleText.watch, exact: true }).click();
  const bar = page.locator("[data-watching]");
  await expect(bar).toContainText(spectateText.watching("goldie"));
  await expect.poll(() => room.sent("watch").at(-1)).toEqual({ type: "watch", slot: 1 });
  await expectAccessible(page);
  await bar.getByRole("button", { name: spectateText.next }).click();
  await expect(bar).toContainText(spectateText.watching("PixelPanda"));
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  await expect.poll(() => room.sent("watch").at(-1)).toEqual({ type: "watch", slot: null });
});

test(
  "joining by a link to a player asks for their room; a link to watch them watches",
  NIGHTLY,
  async ({ page, api, signUp, otherUser }) => {
    const { user } = await api.get<{ user: { id: number } }>("/api/users/goldie");
    const { room } = await openRoom(
      page,
      { api, signUp, maker: await otherUser() },
      { query: `?watch=${user.id}` },
    );
    await expect(page.locator("[data-watching]")).toContainText(spectateText.watching("goldie"));
    expect(room.destinations).toEqual([{ destination_type: "User", id: user.id, client: "web" }]);
  },
);

test(
  "comings, goings and finishes show beside the chat, emotes have a menu, and H hides others",
  NIGHTLY,
  async ({ page, api, signUp, otherUser }) => {
    const { room } = await openRoom(page, { api, signUp, maker: await otherUser() });
    await expect(players(page)).toHaveText("4");
    room.leave(2);
    await expect(chat(page)).toContainText(roomText.left("bobby"));
    const [, , bobby] = room.players;
    if (bobby) room.come(bobby);
    await expect(chat(page)).toContainText(roomText.joined("bobby"));
    room.finish({ slot: 1, ticks: 2_526, place: 3, run: 9 });
    await expect(chat(page)).toContainText("goldie finished in 0:42.100 — 3rd");

    await page.getByRole("button", { name: roomText.emote, exact: true }).click();
    const emotes = page.getByRole("group", { name: emoteText.title });
    await expectAccessible(page);
    await emotes.getByRole("button", { name: emoteText.names.dance }).click();
    await expect(emotes).toHaveCount(0);
    await expect.poll(() => room.sent("emote")).toEqual([{ type: "emote", emote: 2 }]);

    await page.keyboard.press("KeyH");
    await expect(chat(page)).toContainText(roomText.hidden("H"));
    await page.keyboard.press("KeyP");
    await expect(
      page.getByRole("switch", { name: new RegExp(`^${roomPeopleText.hideOthers}`) }),
    ).toBeChecked();
  },
);

test("a cut shows a banner and is over when the room is back; a room that moves says so", async ({
  page,
  api,
  signUp,
  otherUser,
  complaints,
}) => {
  complaints.allow(/WebSocket/);
  const { room } = await openRoom(page, { api, signUp, maker: await otherUser() });
  await expect(banner(page)).toHaveAttribute("data-room", "open");
  room.isDown = true;
  await room.close(1011);
  await expect(banner(page)).toContainText(roomText.reconnecting);
  await expectAccessible(page);
  room.isDown = false;
  await expect(banner(page)).toHaveAttribute("data-room", "open");
  await expect(banner(page)).toHaveText("");
  room.isDown = true;
  await room.close(4301);
  await expect(banner(page)).toContainText(roomText.moving);
});

for (const [code, kind] of [
  [4401, "signedOut"],
  [4403, "banned"],
  [4406, "removed"],
  [4409, "elsewhere"],
  [4410, "closed"],
] as const)
  test(`a room that closes with ${code} leaves one sentence and one button`, {
    tag: code === 4409 ? [] : [NIGHTLY.tag],
  }, async ({ page, api, signUp, otherUser }) => {
    const { room } = await openRoom(page, { api, signUp, maker: await otherUser() });
    await expect(banner(page)).toHaveAttribute("data-room", "open");
    await room.close(code);
    const { title, text, action } = roomPageText[kind];
    const alert = page.getByRole("alert").filter({ hasText: title });
    await expect(alert).toContainText(text);
    const button = alert.getByRole(kind === "removed" || kind === "closed" ? "link" : "button");
    await expect(button).toHaveText(action);
    await expectAccessible(page);
    // The level is no longer played.
    await page.keyboard.press("KeyW");
    await expect(gameCanvas(page)).toHaveAttribute("data-phase", "ready");
  });

test("the notice about the connection leaves the title of the screen after a run free", async ({
  page,
  api,
  signUp,
  otherUser,
  complaints,
}) => {
  complaints.allow(/WebSocket|POST .*\/api\/runs/);
  const { room } = await openRoom(page, { api, signUp, maker: await otherUser() });
  await clearShortLevel(page);
  const title = page.locator("[data-finished] h2").first();
  for (const size of [
    { width: 1280, height: 800 },
    { width: 900, height: 600 },
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    room.isDown = true;
    await room.close(1011);
    const notice = banner(page).locator("p");
    await expect(notice).toHaveText(roomText.reconnecting);
    await expectApart(notice, title);
    room.isDown = false;
    await expect(banner(page)).toHaveText("");
  }
});

test(
  "Tab leads from the level to the buttons over it, and P opens the list of players",
  NIGHTLY,
  async ({ page, api, signUp, otherUser }) => {
    await page.addInitScript(() => {
      const azerty = new Map([
        ["KeyW", "z"],
        ["KeyA", "q"],
        ["KeyS", "s"],
        ["KeyD", "d"],
      ]);
      Object.defineProperty(navigator, "keyboard", { value: { getLayoutMap: async () => azerty } });
    });
    await openRoom(page, { api, signUp, maker: await otherUser() }, { settings: { hints: true } });
    await expect(players(page)).toBeVisible();
    await expect(page.getByText("Move with ZQSD")).toBeVisible();
    await gameCanvas(page).focus();
    await page.keyboard.press("Tab");
    await expect(players(page)).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("KeyP");
    await expect(page.getByRole("dialog", { name: roomPeopleText.title })).toBeVisible();
  },
);

test("without a host the level is played alone with a notice, and P does nothing", async ({
  page,
  api,
  signUp,
  otherUser,
  complaints,
}) => {
  complaints.expect(/^409 POST .*join-token/);
  await openRoom(
    page,
    { api, signUp, maker: await otherUser() },
    {
      before: (room) => {
        room.problem = { status: 409, code: "no_host", message: "No game host is online right now." };
      },
    },
  );
  await expect(page.getByText(roomText.noRoom)).toBeVisible();
  await expect(players(page)).toHaveCount(0);
  await page.keyboard.press("KeyP");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test(
  "someone in the desktop client can be joined there, or left alone",
  NIGHTLY,
  async ({ page, api, signUp, otherUser, complaints }) => {
    complaints.expect(/^409 POST .*join-token/);
    const { room, level } = await openRoom(
      page,
      { api, signUp, maker: await otherUser() },
      {
        query: "?with=2",
        before: (opened) => {
          opened.problem = { status: 409, code: "other_client", message: "Mia plays in Bopolis Player." };
        },
      },
    );
    const page409 = page.getByRole("alert").filter({ hasText: roomPageText.otherClient.title });
    await expect(page409).toContainText("Mia plays in Bopolis Player.");
    await expect(page409.getByRole("button", { name: roomPageText.otherClient.desktop })).toBeVisible();
    await expectAccessible(page);
    room.problem = null;
    await page409.getByRole("button", { name: roomPageText.otherClient.here }).click();
    await expect(page).toHaveURL(`/play/${level.id}`);
    await expect(players(page)).toHaveText("4");
    expect(room.destinations.at(-1)).toEqual({ destination_type: "Level", id: level.id, client: "web" });
  },
);

for (const [name, viewport] of [
  ["upright", { width: 390, height: 844 }],
  ["sideways", { width: 844, height: 390 }],
] as const)
  test.describe(`on a phone held ${name}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test("chat and list leave the stick and the jump button free, and can be pressed with a finger", async ({
      page,
      api,
      signUp,
      otherUser,
    }) => {
      const { room } = await openRoom(page, { api, signUp, maker: await otherUser() });
      await expect(players(page)).toHaveText("4");
      for (let i = 0; i < 8; i++)
        room.send(1, { text: `A line of chat that is long enough to wrap, number ${i}` });
      await expect(chat(page)).toContainText("number 7");
      const lines = await chat(page).boundingBox();
      const jump = await page.getByRole("button", { name: playerLoadText.jump }).boundingBox();
      if (!lines || !jump) throw new Error("The chat or the jump button isn't shown.");
      expect(lines.y + lines.height).toBeLessThan(viewport.height - 150);
      await expectFits(page);
      await expectFingerSized(page);
      await expectAccessible(page);

      await page.getByRole("button", { name: roomText.openChat, exact: true }).tap();
      await expect(field(page)).toBeFocused();
      await expectFingerSized(page);
      await field(page).fill("from my phone");
      await page.getByRole("button", { name: roomChatText.send }).tap();
      await expect.poll(() => room.sent("chat")).toEqual([{ type: "chat", text: "from my phone" }]);
      // The level is back at once.
      await expect(field(page)).toHaveCount(0);

      await players(page).tap();
      const list = page.getByRole("dialog", { name: roomPeopleText.title });
      await list.getByRole("button", { name: /^goldie/ }).tap();
      await expectFingerSized(page);
      await expectFits(page);
    });
  });

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { World } from "#domain/world/schema.ts";
import { KillableSite } from "#scripts/chaos/killable-site.ts";
import { addCrowd, type Member } from "#scripts/client/crowd.ts";
import { worldForm } from "#scripts/client/form-of.ts";
import { wander } from "#scripts/client/moves.ts";
import { loadRoomLevel, RoomBot, type RoomLevel } from "#scripts/client/room-bot.ts";
import { seededRandom } from "#scripts/seed/content/random.ts";
import type { Complaints } from "./complaints.ts";
import { gameCanvas, setGameSettings, waitForPlayerPage } from "./player-page.ts";
import { test as base, delayCalls, expect, uniqueWord } from "./test.ts";

const VIEWPORT = { width: 640, height: 400 };

/** Another player as a page draws them. */
export interface ShownPerson {
  username: string;
  x: number;
  y: number;
  z: number;
  pose: string;
  /** The newest line above their head. */
  bubble: string | null;
}

export interface Person {
  user: Member;
  page: Page;
}

/** A site that can be killed, with an admin and members who have never signed in by hand. Each member is given out once. */
export class RoomSite {
  readonly site: KillableSite;
  readonly admin: Member;
  readonly #members: Member[];
  readonly #browser: Browser;
  readonly #complaints: Complaints;
  readonly #bots: RoomBot[] = [];
  readonly #contexts: BrowserContext[] = [];

  constructor(site: KillableSite, users: Member[], browser: Browser, complaints: Complaints) {
    this.site = site;
    this.admin = users[0] as Member;
    this.#members = users;
    this.#browser = browser;
    this.#complaints = complaints;
  }

  /** A member without any history. */
  member(): Member {
    const member = this.#members.length > 1 && this.#members.pop();
    if (!member) throw new Error("There are no members left.");
    return member;
  }

  async makeBuddies(one: Member, other: Member): Promise<void> {
    await one.post(`/api/buddy/${other.name}/request`);
    await other.post(`/api/buddy/${one.name}/accept`);
  }

  async makeLevel(creator: Member, world: World): Promise<{ id: number; title: string; url: string }> {
    const { level } = await creator.post<{ level: { id: number; title: string; url: string } }>(
      "/api/levels",
      worldForm(`Room ${uniqueWord()}`, world),
    );
    return level;
  }

  /** Opens a browser of its own in which a member is signed in. */
  async open(user: Member, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.site.url,
      viewport: VIEWPORT,
      ...options,
    });
    this.#contexts.push(context);
    await this.#complaints.watch(context);
    await delayCalls(context);
    await context.addCookies(
      Object.entries(user.cookies).map(([name, value]) => ({ name, value, url: this.site.url })),
    );
    await setGameSettings(context);
    return context.newPage();
  }

  /** Opens a level's player in a new browser, and waits until it is in the level's first room. */
  async play(user: Member, level: number, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
    const page = await this.open(user, options);
    await page.goto(`/play/${level}?instance=0`);
    await waitForPlayerPage(page);
    await expectInRoom(page);
    return page;
  }

  /** Lets bots wander around in a level's first room. */
  async addBots(level: number, count: number): Promise<void> {
    const users = Array.from({ length: count }, () => this.member());
    const [first] = users;
    if (!first) return;
    const loaded: RoomLevel = await loadRoomLevel(first, level);
    await Promise.all(
      users.map(async (user, i) => {
        const bot = new RoomBot({ member: user, level: loaded, instance: 0 });
        this.#bots.push(bot);
        await bot.join();
        void bot.begin(wander(seededRandom(i)));
      }),
    );
  }

  /** Lets everyone leave. The site goes on. */
  async close(): Promise<void> {
    for (const bot of this.#bots) bot.leave();
    for (const context of this.#contexts) await context.close();
  }
}

/** Members of a site, enough for a full room and for other tests. */
const MEMBERS = 128;

/** A test with another site than the shared one, whose process can be killed. Tests that run one after another share it. */
export const testRooms = base.extend<
  { rooms: RoomSite },
  { killable: { site: KillableSite; users: Member[] } }
>({
  killable: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
    async ({}, use) => {
      const state = mkdtempSync(join(tmpdir(), "bopolis-rooms-"));
      const site = await KillableSite.start(state, { PASSWORD_COST: "low" });
      await use({ site, users: await addCrowd(site, MEMBERS, { name: uniqueWord("r"), admins: 1 }) });
      await site.stop();
      rmSync(state, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],

  rooms: async ({ browser, complaints, killable }, use) => {
    complaints.allow(USED_LATE);
    const rooms = new RoomSite(killable.site, killable.users, browser, complaints);
    await use(rooms);
    await rooms.close();
  },
});

/** Several pages draw in software, so a player's code can run that late. That its document is used at all: player.spec.ts. */
const USED_LATE = /\/world was preloaded using link preload but not used within a few seconds/;

/** Complaints of pages while their site is killed. axe can't load their style sheets then. */
export const KILLED = /WebSocket connection to .* failed|^net::ERR_\w+ |Couldn't load preload assets/;

export const expectInRoom = (page: Page): Promise<void> =>
  expect(page.locator("[data-room]")).toHaveAttribute("data-room", "open");

/** The other players that a page draws. */
export async function shownPeople(page: Page): Promise<ShownPerson[]> {
  const text = await gameCanvas(page).getAttribute("data-people");
  return JSON.parse(text ?? "[]") as ShownPerson[];
}

/** Another player as a page draws them; undefined if it doesn't. */
export const shownPerson = async (page: Page, username: string): Promise<ShownPerson | undefined> =>
  (await shownPeople(page)).find((person) => person.username === username);

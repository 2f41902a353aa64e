import type { Browser, Page } from "@playwright/test";
import type { Api } from "./api.ts";
import type { Complaints } from "./complaints.ts";
import { openLive } from "./open-live.ts";
import { type Account, test as base, delayCalls, expect } from "./test.ts";

/** A member with their API and any number of pages. */
export interface ChatMember extends Account {
  id: number;
  api: Api;
  open: (path?: string) => Promise<Page>;
  /** Sends a message without a page; returns its id. */
  send: (to: ChatMember, body: string) => Promise<string>;
}

interface Fixtures {
  chatMember: (username?: string) => Promise<ChatMember>;
}

async function makeChatMember(
  browser: Browser,
  complaints: Complaints,
  api: Api & { account: Account },
): Promise<ChatMember> {
  const { user } = await api.get<{ user: { id: number } }>("/api/session");
  const context = await browser.newContext({ storageState: await api.request.storageState() });
  await complaints.watch(context);
  await delayCalls(context);
  return {
    ...api.account,
    id: user.id,
    api,
    async open(path = "/chat") {
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
    send: async (to, body) => (await api.post<{ id: string }>(`/api/messages/send/${to.id}`, { body })).id,
  };
}

export const testChat = base.extend<Fixtures>({
  chatMember: async ({ browser, complaints, otherUser }, use) => {
    await use(async (username) => makeChatMember(browser, complaints, await otherUser(username)));
  },
});

export const messageBox = (page: Page) => page.getByRole("textbox", { name: "Message" });
export const shownMessages = (page: Page) =>
  page.getByRole("list", { name: /^Messages with/ }).getByRole("listitem");
export const conversationRow = (page: Page, { username }: Account) =>
  page.getByRole("region", { name: "Conversations and search" }).getByRole("link", { name: username });

/** The link to the chat in the header, or in a phone's dock, with the number of unread messages. */
const badge = (page: Page) => page.getByRole("link", { name: /^Chat(, \d+\+?)?$/ }).first();

/** The texts of the shown messages, in order. */
export const shownBodies = (page: Page) =>
  shownMessages(page).locator("p[class*=body], p[class*=removed]").allInnerTexts();
export const expectMessages = (page: Page, ...bodies: string[]) =>
  expect.poll(() => shownBodies(page)).toEqual(bodies);

/** Waits until the site has confirmed every message. */
export const expectAllSent = (page: Page) =>
  expect(shownMessages(page).getByLabel(/^Sending$|^Waiting for a connection$/)).toHaveCount(0);

export const expectUnread = (page: Page, count: number) =>
  expect(badge(page)).toHaveAccessibleName(count ? `Chat, ${count}` : "Chat");

export async function typeMessages(page: Page, ...bodies: string[]): Promise<void> {
  for (const body of bodies) {
    await messageBox(page).fill(body);
    await messageBox(page).press("Enter");
  }
}

export async function openLiveChat(user: ChatMember, path?: string): Promise<Page> {
  const page = await user.open("about:blank");
  await openLive(page, path ?? "/chat");
  return page;
}

import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import type { SiteClient } from "#scripts/client/site-client.ts";
import { DEMO_PASSWORD } from "#scripts/seed/sign-ins.ts";
import { Api } from "./api.ts";
import { Complaints } from "./complaints.ts";

export { expect };

export interface Account {
  username: string;
  email: string;
  password: string;
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

export interface TestOptions {
  /** The demo member who is signed in; no one by default. */
  as: string | null;
}

export interface TestFixtures {
  complaints: Complaints;
  /** The API with the cookies of this test's browser. */
  api: Api;
  /** Signs this test's browser up for a new account. */
  /** Their address is verified, unless a test needs another one. */
  signUp: (options?: { verified: boolean }) => Promise<Account>;
  /** The API of another demo member, or of a new account. */
  otherUser: (username?: string) => Promise<Api & { account: Account }>;
  /** Opens a page in another browser, of a demo member or signed out. Its complaints count, too. */
  openBrowser: (as?: string | null) => Promise<Page>;
}

export interface WorkerFixtures {
  origin: string;
  /** A demo member's cookies. Signing in is slow on purpose, so each member does it once. */
  stateOf: (username: string) => Promise<StorageState>;
}

/**
 * Marks a variant of what another test proves. It runs in `npm run test:nightly` and `npm test -- <word>`,
 * not in `npm test`.
 */
export const NIGHTLY = { tag: "@nightly" };

/** A letter for each digit. No word, label or number of the site is part of a name made of them. */
const LETTERS = "bcdfghjmqv";
const spelled = (number: number, digits: number): string =>
  String(number)
    .padStart(digits, "0")
    .replace(/\d/g, (digit) => LETTERS[Number(digit)] ?? "");

let count = 0;
const runId =
  spelled(Math.floor(Date.now() / 1000) % 1e8, 8) + spelled(Number(process.env.TEST_WORKER_INDEX), 2);

/** A word that occurs nowhere else on the site. */
export const uniqueWord = (prefix = "t"): string => `${prefix}${runId}${spelled(++count, 3)}`;

export function newAccount(): Account {
  const username = uniqueWord("e");
  return { username, email: `${username}@example.com`, password: `pass ${username}` };
}

/** The tests' site takes addresses of this domain for verified ones (tests/support/e2e-site.ts). */
export function verifiedAccount(): Account {
  const account = newAccount();
  return { ...account, email: `${account.username}@verified.example` };
}

/** Set explicitly: a new context would share the test's own session, which signing in would end. */
const SIGNED_OUT: StorageState = { cookies: [], origins: [] };

/** Signs a client up, whose session is the new account's from then on. */
export const register = (client: SiteClient, { username, email, password }: Account) =>
  client.post<{ user: { id: number } }>("/api/auth/register", {
    username,
    email,
    password,
    password_confirmation: password,
  });

export const test = base.extend<TestOptions & TestFixtures, WorkerFixtures>({
  as: [null, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
  origin: [async ({}, use, { project }) => use(project.use.baseURL ?? ""), { scope: "worker" }],

  stateOf: [
    async ({ playwright, origin }, use) => {
      const states = new Map<string, Promise<StorageState>>();
      const signIn = async (username: string) => {
        const request = await playwright.request.newContext({ storageState: SIGNED_OUT });
        await new Api(request, origin).login(username, DEMO_PASSWORD);
        const state = await request.storageState();
        await request.dispose();
        return state;
      };
      await use((username) => {
        const state = states.get(username) ?? signIn(username);
        states.set(username, state);
        return state;
      });
    },
    { scope: "worker" },
  ],

  context: async ({ context, as, stateOf }, use) => {
    // With `storageState` as an option, each test would get a new context.
    if (as) await context.addCookies((await stateOf(as)).cookies);
    await delayCalls(context);
    await use(context);
  },

  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      await complaints.watch(context);
      await use(complaints);
      complaints.verify();
    },
    { auto: true },
  ],

  api: async ({ context, origin }, use) => use(new Api(context.request, origin)),

  signUp: async ({ api, context }, use) =>
    use(async ({ verified } = { verified: true }) => {
      const account = verified ? verifiedAccount() : newAccount();
      // Signing up would end the session that other tests share.
      await context.clearCookies({ name: "bopolis_session" });
      await register(api, account);
      return account;
    }),

  otherUser: async ({ playwright, origin, stateOf }, use) => {
    const contexts: { dispose(): Promise<void> }[] = [];
    await use(async (username) => {
      const storageState = username ? await stateOf(username) : SIGNED_OUT;
      const request = await playwright.request.newContext({ storageState });
      contexts.push(request);
      const account = username
        ? { username, email: `${username.toLowerCase()}@example.com`, password: DEMO_PASSWORD }
        : verifiedAccount();
      const api = new Api(request, origin);
      if (!username) await register(api, account);
      return Object.assign(api, { account });
    });
    await Promise.all(contexts.map((context) => context.dispose()));
  },

  openBrowser: async ({ browser, complaints, stateOf }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (as = null) => {
      const context = await browser.newContext(as ? { storageState: await stateOf(as) } : {});
      contexts.push(context);
      await complaints.watch(context);
      await delayCalls(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

const LATE_MS = 700;

/**
 * With `E2E_LATE=POST` (or `GET`), such calls leave every page 700 ms late. Tests that don't wait until the
 * site has stored or loaded what they rely on then fail as they would on a busy machine.
 */
export async function delayCalls(context: BrowserContext): Promise<void> {
  const method = process.env.E2E_LATE;
  if (!method) return;
  await context.route("**/api/**", async (route) => {
    if (route.request().method() === method) await sleep(LATE_MS);
    // Its page may be closed by now.
    await route.fallback().catch(() => {});
  });
}

import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { DEMO_PASSWORD } from "#scripts/seed/sign-ins.ts";
import { Api } from "./api.ts";
import { Complaints } from "./complaints.ts";
import { late } from "./late.ts";

export { expect };

export interface Person {
  username: string;
  email: string;
  password: string;
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

interface Options {
  /** The demo member whose browser it is; nobody's unless told. */
  as: string | null;
}

interface Fixtures {
  complaints: Complaints;
  /** The site's API with this test's browser's cookies. */
  api: Api;
  /** Makes an account and signs this test's browser in to it. */
  join: () => Promise<Person>;
  /** The API of another demo member, or of a newly made one. */
  somebody: (username?: string) => Promise<Api & { person: Person }>;
  /** Another browser, of a demo member or of nobody; its complaints count too. */
  openBrowser: (as?: string | null) => Promise<Page>;
}

interface WorkerFixtures {
  origin: string;
  /** A demo member's cookies: signing in is costly by design, so it is done once. */
  stateOf: (username: string) => Promise<State>;
}

/** Marks a variant of what another test proves. It runs in `npm run test:nightly` and `npm test -- <word>`, not in `npm test`. */
export const NIGHTLY = { tag: "@nightly" };

/** One for each digit: no word, label or number of the site is in a name made of them. */
const LETTERS = "bcdfghjmqv";
const spelled = (number: number, digits: number): string =>
  String(number)
    .padStart(digits, "0")
    .replace(/\d/g, (digit) => LETTERS[Number(digit)] ?? "");

let made = 0;
const run =
  spelled(Math.floor(Date.now() / 1000) % 1e8, 8) + spelled(Number(process.env.TEST_WORKER_INDEX), 2);

/** A word that nothing else on the site has. */
export const unique = (prefix = "t"): string => `${prefix}${run}${spelled(++made, 3)}`;

export function newPerson(): Person {
  const username = unique("e");
  return { username, email: `${username}@example.com`, password: `pass ${username}` };
}

/** Stated, as a new context begins with the test's own session otherwise, which signing in would end. */
const SIGNED_OUT: State = { cookies: [], origins: [] };

const register = (api: Api, { username, email, password }: Person) =>
  api.post("/api/auth/register", { username, email, password, password_confirmation: password });

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  as: [null, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
  origin: [async ({}, use, { project }) => use(project.use.baseURL ?? ""), { scope: "worker" }],

  stateOf: [
    async ({ playwright, origin }, use) => {
      const states = new Map<string, Promise<State>>();
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
    // As an option, `storageState` would make a new context for each test.
    if (as) await context.addCookies((await stateOf(as)).cookies);
    await late(context);
    await use(context);
  },

  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      await complaints.watch(context);
      await use(complaints);
      complaints.settle();
    },
    { auto: true },
  ],

  api: async ({ context, origin }, use) => use(new Api(context.request, origin)),

  join: async ({ api, context }, use) =>
    use(async () => {
      const person = newPerson();
      // Signing up would end the session that other tests share.
      await context.clearCookies({ name: "bopolis_session" });
      await register(api, person);
      return person;
    }),

  somebody: async ({ playwright, origin, stateOf }, use) => {
    const contexts: { dispose(): Promise<void> }[] = [];
    await use(async (username) => {
      const storageState = username ? await stateOf(username) : SIGNED_OUT;
      const request = await playwright.request.newContext({ storageState });
      contexts.push(request);
      const person = username
        ? { username, email: `${username.toLowerCase()}@example.com`, password: DEMO_PASSWORD }
        : newPerson();
      const api = new Api(request, origin);
      if (!username) await register(api, person);
      return Object.assign(api, { person });
    });
    await Promise.all(contexts.map((context) => context.dispose()));
  },

  openBrowser: async ({ browser, complaints, stateOf }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (as = null) => {
      const context = await browser.newContext(as ? { storageState: await stateOf(as) } : {});
      contexts.push(context);
      await complaints.watch(context);
      await late(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

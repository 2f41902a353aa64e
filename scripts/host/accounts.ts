import { randomBytes } from "node:crypto";
import { MissingCodeError, RejectedError, SiteClient } from "../client/site-client.ts";
import { seedPeople } from "../seed/content/people.ts";
import { type Random, shuffled } from "../seed/content/random.ts";
import { DEMO_PASSWORD, DEMO_SIGN_INS } from "../seed/sign-ins.ts";
import type { SavedAccount, StateFile } from "./state-file.ts";

const SAVE_DELAY_MS = 2_000;
const MAX_ATTEMPTS = 5;
const MAX_FAILED_SIGN_INS = 3;

const ADJECTIVES = "Sunny Turbo Tiny Mighty Sleepy Cosmic Pixel Jolly Lucky Rusty Neon Wild".split(" ");
const NOUNS = "Otter Noodle Comet Badger Muffin Gecko Pirate Yeti Falcon Turnip Robot Fox".split(" ");

/** Returns a random username like "CosmicOtter4812". */
const randomName = (random: Random): string =>
  `${random.pick(ADJECTIVES)}${random.pick(NOUNS)}${random.int(100, 9_999)}`;

interface BotAccount {
  username: string;
  saved: SavedAccount;
  member: SiteClient;
}

/** The sign-ins that `npm start` prints are reserved for people. */
const EXCLUDED = new Set<string>(DEMO_SIGN_INS.map(({ username }) => username));
const DEMO_USERNAMES = seedPeople().flatMap(({ username, role }) =>
  role === "member" && !EXCLUDED.has(username) ? [username] : [],
);

/** Accounts for bots: the demo's members first, then new accounts. New ones and sessions are saved for the next run. */
export class BotAccounts {
  readonly #site: string;
  readonly #stateFile: StateFile;
  readonly #random: Random;
  readonly #saved: Record<string, SavedAccount>;
  /** Free accounts: demo members, and accounts made by earlier runs. */
  #demoNames: string[];
  readonly #earlier: string[];
  /** How many demo members have signed in; negative counts failures before the first success. */
  #signInBalance = 0;
  readonly #changed = new Map<string, SavedAccount>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(site: string, stateFile: StateFile, random: Random) {
    this.#site = site;
    this.#stateFile = stateFile;
    this.#random = random;
    this.#saved = stateFile.accounts(site);
    this.#demoNames = shuffled(DEMO_USERNAMES, random);
    this.#earlier = Object.keys(this.#saved).filter((username) => !DEMO_USERNAMES.includes(username));
  }

  /** Returns a signed-in account: the next free one, or a new one. */
  async take(): Promise<BotAccount> {
    for (let username = this.#next(); username !== undefined; username = this.#next()) {
      const saved = this.#saved[username] ?? { password: DEMO_PASSWORD, cookies: {} };
      const account = { username, saved, member: new SiteClient(this.#site, { cookies: saved.cookies }) };
      try {
        await this.signIn(account);
        this.#signInBalance = Math.max(this.#signInBalance, 0) + 1;
        return account;
      } catch (error) {
        // The password changed, a code is required, or the account doesn't exist: try the next one.
        if (
          error instanceof MissingCodeError ||
          (error instanceof RejectedError && error.code === "bad_credentials")
        ) {
          this.#missed();
          continue;
        }
        this.#earlier.push(username);
        throw error;
      }
    }
    return this.#register();
  }

  #next(): string | undefined {
    return this.#demoNames.shift() ?? this.#earlier.shift();
  }

  /** If the first few demo members can't sign in, the site has no demo world. */
  #missed(): void {
    if (this.#signInBalance <= 0 && --this.#signInBalance <= -MAX_FAILED_SIGN_INS) this.#demoNames = [];
  }

  /** Signs in again if the session has ended. */
  async signIn({ username, saved, member }: BotAccount): Promise<void> {
    if (await member.open()) return;
    await member.signIn(username, saved.password);
    this.#queueSave(username, { password: saved.password, cookies: member.cookies });
  }

  async #register(): Promise<BotAccount> {
    for (let attempt = 1; ; attempt++) {
      const username = randomName(this.#random);
      const password = randomBytes(18).toString("base64url");
      const member = new SiteClient(this.#site);
      await member.open();
      const email = `${username.toLowerCase()}@example.com`;
      try {
        await member.post("/api/auth/register", {
          username,
          email,
          password,
          password_confirmation: password,
        });
      } catch (error) {
        if (
          attempt < MAX_ATTEMPTS &&
          error instanceof RejectedError &&
          (error.errors.username || error.errors.email)
        )
          continue;
        throw error;
      }
      const saved = { password, cookies: member.cookies };
      this.#queueSave(username, saved);
      return { username, saved, member };
    }
  }

  /** Batches the accounts of a few seconds into one write. */
  #queueSave(username: string, person: SavedAccount): void {
    this.#changed.set(username, person);
    this.#timer ??= setTimeout(() => this.save(), SAVE_DELAY_MS);
  }

  /** Writes pending changes. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#changed.size > 0) this.#stateFile.saveAccounts(this.#site, this.#changed);
    this.#changed.clear();
  }
}
export type { BotAccount };

import { randomBytes } from "node:crypto";
import { seedPeople } from "#db/seed/people.ts";
import { type Random, shuffled } from "#db/seed/random.ts";
import { DEMO_PASSWORD, DEMO_SIGN_INS } from "../seed/sign-ins.ts";
import { Refused } from "./client.ts";
import { Member, NoCode } from "./member.ts";
import type { KnownPerson, Memory } from "./memory.ts";
import { madeUpName } from "./names.ts";

const KEEP_AFTER_MS = 2_000;
const TRIES = 5;
const MOST_MISSED = 3;

interface Account {
  username: string;
  known: KnownPerson;
  member: Member;
}

/** The sign-ins that npm start prints are for whoever reads them. */
const TAKEN = new Set<string>(DEMO_SIGN_INS.map(({ username }) => username));
const DEMO = seedPeople().flatMap(({ username, role }) =>
  role === "member" && !TAKEN.has(username) ? [username] : [],
);

/** Who plays by themselves: the demo's people, then new ones, who are kept for the next run with their sessions. */
export class Accounts {
  readonly #site: string;
  readonly #memory: Memory;
  readonly #random: Random;
  readonly #known: Record<string, KnownPerson>;
  /** Who is free: people of the demo, and those who were made. */
  #demo: string[];
  readonly #made: string[];
  /** How many of the demo's people the site has; below 0 where so many were asked for in vain. */
  #met = 0;
  readonly #changed = new Map<string, KnownPerson>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(site: string, memory: Memory, random: Random) {
    this.#site = site;
    this.#memory = memory;
    this.#random = random;
    this.#known = memory.people(site);
    this.#demo = shuffled(DEMO, random);
    this.#made = Object.keys(this.#known).filter((username) => !DEMO.includes(username));
  }

  /** Somebody who is signed in: of those who are free the next, or a new one. */
  async take(): Promise<Account> {
    for (let username = this.#next(); username !== undefined; username = this.#next()) {
      const known = this.#known[username] ?? { password: DEMO_PASSWORD, cookies: {} };
      const account = { username, known, member: new Member(this.#site, known.cookies) };
      try {
        await this.signIn(account);
        this.#met = Math.max(this.#met, 0) + 1;
        return account;
      } catch (error) {
        // Their password is another by now, they sign in with a code, or there is nobody of that name: somebody else comes instead.
        if (error instanceof NoCode || (error instanceof Refused && error.code === "bad_credentials")) {
          this.#missed();
          continue;
        }
        this.#made.push(username);
        throw error;
      }
    }
    return this.#register();
  }

  #next(): string | undefined {
    return this.#demo.shift() ?? this.#made.shift();
  }

  /** A site without the first few of the demo's people has none of them. */
  #missed(): void {
    if (this.#met <= 0 && --this.#met <= -MOST_MISSED) this.#demo = [];
  }

  /** Signs in again where the session has ended. */
  async signIn({ username, known, member }: Account): Promise<void> {
    if (await member.open()) return;
    await member.signIn(username, known.password);
    this.#keep(username, { password: known.password, cookies: member.cookies });
  }

  async #register(): Promise<Account> {
    for (let tried = 1; ; tried++) {
      const username = madeUpName(this.#random);
      const password = randomBytes(18).toString("base64url");
      const member = new Member(this.#site);
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
        if (tried < TRIES && error instanceof Refused && (error.errors.username || error.errors.email))
          continue;
        throw error;
      }
      const known = { password, cookies: member.cookies };
      this.#keep(username, known);
      return { username, known, member };
    }
  }

  /** Everybody of a few seconds is written at once. */
  #keep(username: string, person: KnownPerson): void {
    this.#changed.set(username, person);
    this.#timer ??= setTimeout(() => this.save(), KEEP_AFTER_MS);
  }

  /** Writes what is not written yet. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#changed.size > 0) this.#memory.keepPeople(this.#site, this.#changed);
    this.#changed.clear();
  }
}
export type { Account };

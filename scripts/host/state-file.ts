import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Cookies } from "../client/site-client.ts";

/** A registered host and its key. */
export interface SavedHost {
  id: number;
  key: string;
}

/** A bot's account. */
export interface SavedAccount {
  password: string;
  cookies: Cookies;
}

interface SavedState {
  /** Hosts by site and port. */
  hosts: Record<string, SavedHost>;
  /** Accounts by site and username. */
  people: Record<string, Record<string, SavedAccount>>;
}

/** The reference host's state between runs, in a file that only its owner can read. */
export class StateFile {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  host(site: string, port: number): SavedHost | undefined {
    return this.#read().hosts[`${site} ${port}`];
  }

  saveHost(site: string, port: number, host: SavedHost): void {
    this.#change(({ hosts }) => {
      hosts[`${site} ${port}`] = host;
    });
  }

  accounts(site: string): Record<string, SavedAccount> {
    return this.#read().people[site] ?? {};
  }

  /** Saves these accounts. Others stay unchanged. */
  saveAccounts(site: string, accounts: ReadonlyMap<string, SavedAccount>): void {
    this.#change(({ people }) => {
      people[site] = { ...people[site], ...Object.fromEntries(accounts) };
    });
  }

  #read(): SavedState {
    try {
      return { hosts: {}, people: {}, ...JSON.parse(readFileSync(this.#file, "utf8")) };
    } catch {
      // The file doesn't exist yet or can't be read: start with an empty state.
      return { hosts: {}, people: {} };
    }
  }

  /** Reads the file again first: several hosts can share it. */
  #change(change: (content: SavedState) => void): void {
    const content = this.#read();
    change(content);
    mkdirSync(dirname(this.#file), { recursive: true });
    const fresh = `${this.#file}.${process.pid}`;
    writeFileSync(fresh, JSON.stringify(content, null, 1), { mode: 0o600 });
    renameSync(fresh, this.#file);
  }
}

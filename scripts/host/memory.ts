import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Cookies } from "./member.ts";

/** A host that was registered, and what it proves that with. */
export interface KnownHost {
  id: number;
  key: string;
}

/** An account that plays by itself. */
export interface KnownPerson {
  password: string;
  cookies: Cookies;
}

interface Content {
  /** By site and port. */
  hosts: Record<string, KnownHost>;
  /** By site and username. */
  people: Record<string, Record<string, KnownPerson>>;
}

/** What the reference host keeps from run to run, in a file that only its owner may read. */
export class Memory {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  host(site: string, port: number): KnownHost | undefined {
    return this.#read().hosts[`${site} ${port}`];
  }

  keepHost(site: string, port: number, host: KnownHost): void {
    this.#change(({ hosts }) => {
      hosts[`${site} ${port}`] = host;
    });
  }

  people(site: string): Record<string, KnownPerson> {
    return this.#read().people[site] ?? {};
  }

  /** Keeps what is known of some people; what is known of others stays. */
  keepPeople(site: string, some: ReadonlyMap<string, KnownPerson>): void {
    this.#change(({ people }) => {
      people[site] = { ...people[site], ...Object.fromEntries(some) };
    });
  }

  #read(): Content {
    try {
      return { hosts: {}, people: {}, ...JSON.parse(readFileSync(this.#file, "utf8")) };
    } catch {
      // Not there yet, or not to be read: it is made anew.
      return { hosts: {}, people: {} };
    }
  }

  /** Reads it anew first: several hosts may share the file. */
  #change(change: (content: Content) => void): void {
    const content = this.#read();
    change(content);
    mkdirSync(dirname(this.#file), { recursive: true });
    const fresh = `${this.#file}.${process.pid}`;
    writeFileSync(fresh, JSON.stringify(content, null, 1), { mode: 0o600 });
    renameSync(fresh, this.#file);
  }
}

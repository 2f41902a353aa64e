import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { DATABASE_NAMES, type DatabaseName } from "#domain/database-names.ts";
import type { BenchReport } from "../bench/report.ts";
import { databaseFile } from "../site/database-file.ts";
import { wrongCounters } from "./wrong-counters.ts";

/** Reports the wrong entries out of a total, and describes the first ones. */
export type Check = (label: string, wrong: readonly unknown[], total: number) => void;

const describe = (one: unknown): string =>
  typeof one === "string" ? one : JSON.stringify(one).slice(0, 200);

export const checkOf =
  (report: BenchReport, prefix = ""): Check =>
  (label, wrong, total) =>
    report.atMost(`${prefix}${label}, of ${total}`, wrong.length, 0, {
      notes: wrong.slice(0, 3).map(describe),
    });

/**
 * Opens a database of a stopped or running site with everything that its counters count: play data together with the main
 * database, whose own tables are `site.name` if both have them.
 */
export function openToCheck(state: string, database: DatabaseName = "main"): DatabaseSync {
  const db = new DatabaseSync(databaseFile(state, database), { readOnly: true });
  if (database === "play") db.prepare("attach ? as site").run(databaseFile(state));
  return db;
}

/** Compares every counter of a stopped or running site with the rows that it counts. */
export function checkCounters(report: BenchReport, state: string): void {
  for (const database of DATABASE_NAMES) {
    using db = openToCheck(state, database);
    const wrong = wrongCounters(db, database).filter(([, count]) => count > 0);
    const notes = wrong.map(([name, count]) => `${name}: ${count}`);
    report.atMost(`wrong counters of ${database}`, wrong.length, 0, { notes });
  }
}

/** How often each key is in the result of a query. */
export function countKeys(db: DatabaseSync, sql: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of db.prepare(sql).all()) counts.set(String(key), (counts.get(String(key)) ?? 0) + 1);
  return counts;
}

/** Checks that acknowledged writes are stored, and none more often than it was sent: each try can be stored once. */
export function checkWrites(
  check: Check,
  what: string,
  writes: ReadonlyMap<string, { acknowledged: boolean; tries: number }>,
  stored: ReadonlyMap<string, number>,
): void {
  const wrong = [...writes].filter(([name, { acknowledged, tries }]) => {
    const count = stored.get(name) ?? 0;
    return count > tries || (acknowledged && count === 0);
  });
  const names = wrong.map(([name]) => name);
  check(`acknowledged ${what} lost, or stored more than once`, names, writes.size);
}

/** Responses by status; 0 means no response. */
export class Statuses {
  readonly counts = new Map<number, number>();

  add(status = 0): void {
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
  }

  /** How many there were with these statuses. */
  count(matches: (status: number) => boolean): number {
    return [...this.counts].reduce((sum, [status, count]) => (matches(status) ? sum + count : sum), 0);
  }

  toString(): string {
    const sorted = [...this.counts].sort(([a], [b]) => a - b);
    return `responses ${sorted.map(([status, n]) => `${status || "none"}: ${n}`).join(", ")}`;
  }
}

/** Whether work ends well. A site that is killed ends it. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const POLL_MS = 10;

/** People who go on until it's over, which an error of one of them ends. */
export class Crew {
  #isOver = false;
  #error: unknown;
  readonly #work: Promise<unknown>;

  constructor(people: readonly ((isOver: () => boolean) => Promise<unknown>)[]) {
    this.#work = Promise.all(people.map((go) => go(() => this.#isOver))).catch((error: unknown) => {
      this.#error = error ?? new Error("Someone failed.");
      this.#isOver = true;
    });
  }

  /** Waits until something holds. Throws the error that ended it. */
  async until(holds: () => boolean): Promise<void> {
    while (!this.#isOver && !holds()) await pause(POLL_MS);
    if (this.#error) throw this.#error;
  }

  /** Lets everyone finish what they're doing. Throws as well. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#work;
    if (this.#error) throw this.#error;
  }
}

/** Returns a random number between two. */
export const between = (least: number, most: number): number => least + Math.random() * (most - least);
export const chance = (share: number): boolean => Math.random() < share;
export const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

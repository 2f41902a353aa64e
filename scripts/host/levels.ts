import type { Random } from "#db/seed/random.ts";
import { fastestClear } from "#domain/clears/rules.ts";
import { parseWorld } from "#domain/world/parse.ts";
import { isClearable } from "#domain/world/rules.ts";

/** The lists that people choose from, the most popular first. */
const LISTS = [
  "/api/levels?order=playing_count",
  "/api/levels?order=clears",
  "/api/levels?filter=rating",
  "/api/levels?order=playing_count&page=2",
];
const FRESH_MS = 2 * 60_000;

type Get = <T>(path: string) => Promise<T>;

/** The levels of a site: which are liked, and how fast each can be cleared. */
export class Levels {
  readonly #site: string;
  readonly #fastest = new Map<string, Promise<number | null>>();
  #ids: Promise<number[]> | undefined;
  #until = 0;

  constructor(site: string) {
    this.#site = site;
  }

  /** A level to play: the more popular, the likelier. */
  async pick(get: Get, random: Random): Promise<number | undefined> {
    if (Date.now() > this.#until) {
      this.#until = Date.now() + FRESH_MS;
      const [before, ids] = [this.#ids, this.#ask(get)];
      this.#ids = ids.catch((error) => before ?? Promise.reject(error));
    }
    const ids = (await this.#ids) ?? [];
    return ids[Math.floor(ids.length * random.next() ** 2)];
  }

  async #ask(get: Get): Promise<number[]> {
    const lists = await Promise.all(LISTS.map((path) => get<{ data: { id: number }[] }>(path)));
    return [...new Set(lists.flatMap(({ data }) => data.map(({ id }) => id)))];
  }

  /** Milliseconds that no clear of a document can be faster than; null where it can't be cleared. */
  fastest(file: string): Promise<number | null> {
    const known = this.#fastest.get(file) ?? this.#read(file);
    this.#fastest.set(file, known);
    known.catch(() => this.#fastest.delete(file));
    return known;
  }

  async #read(file: string): Promise<number | null> {
    const response = await fetch(new URL(file, this.#site));
    const parsed = parseWorld(new Uint8Array(await response.arrayBuffer()));
    return parsed.ok && isClearable(parsed.world) ? fastestClear(parsed.world) : null;
  }
}

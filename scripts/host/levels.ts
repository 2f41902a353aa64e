import { fastestClear } from "#domain/clears/rules.ts";
import { parseWorld } from "#domain/world/parse-world.ts";
import { isClearable } from "#domain/world/rules.ts";
import type { Random } from "../seed/content/random.ts";

/** Lists that players choose from, most popular first. */
const LISTS = [
  "/api/levels?order=playing_count",
  "/api/levels?order=clears",
  "/api/levels?filter=rating",
  "/api/levels?order=playing_count&page=2",
];
const CACHE_MS = 2 * 60_000;

type GetJson = <T>(path: string) => Promise<T>;

/** A site's popular levels and their fastest possible clear times. */
export class Levels {
  readonly #site: string;
  readonly #fastest = new Map<string, Promise<number | null>>();
  #ids: Promise<number[]> | undefined;
  #until = 0;

  constructor(site: string) {
    this.#site = site;
  }

  /** Picks a level to play, among the `most` popular ones. Popular levels are more likely. */
  async pick(get: GetJson, random: Random, most = Number.POSITIVE_INFINITY): Promise<number | undefined> {
    if (Date.now() > this.#until) {
      this.#until = Date.now() + CACHE_MS;
      const [before, ids] = [this.#ids, this.#fetchIds(get)];
      this.#ids = ids.catch((error) => before ?? Promise.reject(error));
    }
    const ids = ((await this.#ids) ?? []).slice(0, most);
    return ids[Math.floor(ids.length * random.next() ** 2)];
  }

  async #fetchIds(get: GetJson): Promise<number[]> {
    const lists = await Promise.all(LISTS.map((path) => get<{ data: { id: number }[] }>(path)));
    return [...new Set(lists.flatMap(({ data }) => data.map(({ id }) => id)))];
  }

  /** Returns the fastest possible clear time of a document in milliseconds; null if it can't be cleared. */
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

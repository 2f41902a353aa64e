import { type SeedLevel, seedLevels } from "#db/seed/levels.ts";
import { serializeWorld } from "#domain/world/parse.ts";
import { type Answer, Person } from "../bench/client.ts";
import type { Memory } from "./memory.ts";
import type { MortalSite } from "./mortal.ts";

const PASSWORD = "chaos reigns here";
/** Deeds after which a client becomes somebody else. */
const LIFE = 25;
const MOST_TRIES = 3;

let worlds: SeedLevel[] | undefined;
/** A level document; the same for the same number. */
export function world(n: number): SeedLevel["world"] {
  worlds ??= seedLevels(24);
  const found = worlds[n % worlds.length];
  if (!found) throw new Error("There are no worlds.");
  return found.world;
}

export const worldFile = (n: number): File => new File([serializeWorld(world(n))], "level.json");

/** The form of a new level. */
export function levelForm(title: string, n: number): FormData {
  const form = new FormData();
  form.set("title", title);
  form.set("description", `A level that has lived through a lot, number ${n}.`);
  form.set("file", worldFile(n));
  return form;
}

const dice = (sides: number) => Math.floor(Math.random() * sides);

/** Somebody who registers, builds, comments, rates and likes without end, whatever happens to the site. */
export class Client {
  readonly #site: MortalSite;
  readonly #memory: Memory;
  readonly #name: string;
  #person: Person | undefined;
  #id = 0;
  #lives = 0;
  #deeds = 0;

  constructor(site: MortalSite, memory: Memory, name: string) {
    this.#site = site;
    this.#memory = memory;
    this.#name = name;
  }

  /** Goes on until `over` says so. */
  async live(over: () => boolean): Promise<void> {
    while (!over()) {
      const person = this.#person;
      if (!person || this.#deeds > LIFE * (this.#lives + 1)) await this.#register();
      else await this.#act(person);
      this.#deeds++;
    }
  }

  #act(person: Person): Promise<void> {
    const roll = dice(100);
    const level = this.#anyLevel();
    if (roll < 12 || !level) return this.#build(person);
    if (roll < 50) return this.#comment(person, level.id);
    if (roll < 80 && level.user !== this.#id) return this.#rate(person, level.id);
    return this.#like(person, level.id);
  }

  /** Sends a write; undefined when there was no answer or an error of the site, which promise nothing. */
  async #send(person: Person, path: string, input: object): Promise<Answer | undefined> {
    try {
      const answer = await person.post(path, input);
      this.#memory.count(answer.status);
      return answer.status < 500 ? answer : undefined;
    } catch {
      this.#memory.count(0);
      await this.#site.up();
      return undefined;
    }
  }

  async #register(): Promise<void> {
    const username = `${this.#name}_${++this.#lives}`;
    const person = new Person(this.#site.url);
    try {
      await person.open();
    } catch {
      await this.#site.up();
      return;
    }
    const sent = { acknowledged: false, tries: 1 };
    this.#memory.users.set(username, sent);
    const answer = await this.#send(person, "/api/auth/register", {
      username,
      email: `${username}@example.com`,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    });
    if (answer?.status !== 201) return;
    sent.acknowledged = true;
    this.#id = (JSON.parse(answer.text) as { user: { id: number } }).user.id;
    this.#person = person;
  }

  #anyLevel(): { id: number; user: number } | undefined {
    const levels = [...this.#memory.levels.values()].filter(({ id }) => id !== undefined);
    const level = levels[dice(levels.length)];
    return level?.id === undefined ? undefined : { id: level.id, user: level.user };
  }

  async #build(person: Person): Promise<void> {
    const n = this.#memory.levels.size;
    const title = `Chaos ${this.#name} ${this.#lives} ${n}`;
    const sent = { acknowledged: false, tries: 1, user: this.#id };
    this.#memory.levels.set(title, sent);
    const answer = await this.#send(person, "/api/levels", levelForm(title, n));
    if (answer?.status !== 201) return;
    const { level } = JSON.parse(answer.text) as { level: { id: number } };
    Object.assign(sent, { acknowledged: true, id: level.id });
  }

  /** Says the same once more only while nobody has said that it was heard. */
  async #comment(person: Person, id: number): Promise<void> {
    const body = `Words ${this.#name} ${this.#lives} ${this.#deeds}`;
    const sent = { acknowledged: false, tries: 0 };
    this.#memory.comments.set(body, sent);
    while (!sent.acknowledged && sent.tries < MOST_TRIES) {
      sent.tries++;
      const answer = await this.#send(person, "/api/comments/create", { type: "level", id, body });
      if (answer && answer.status !== 201) return;
      sent.acknowledged = answer !== undefined;
    }
  }

  async #rate(person: Person, level: number): Promise<void> {
    try {
      // Who has cleared a level may rate it; clears come from game hosts.
      await this.#site.rows(
        "insert or ignore into clears (user_id, level_id, best_ms, cleared_at) values (?, ?, 60000, ?)",
        this.#id,
        level,
        Date.now(),
      );
    } catch {
      return;
    }
    const key = `${this.#id} ${level}`;
    const value = { rating: 1 + dice(10), difficulty: 1 + dice(10) };
    const sent = this.#memory.ratings.get(key) ?? {
      user: this.#id,
      level,
      possible: [],
      acknowledged: false,
    };
    this.#memory.ratings.set(key, sent);
    sent.possible.push(value);
    const answer = await this.#send(person, `/api/levels/${level}/ratings`, value);
    if (answer?.status === 201) Object.assign(sent, { possible: [value], acknowledged: true });
    else if (answer) sent.possible.pop();
  }

  async #like(person: Person, level: number): Promise<void> {
    const key = `${this.#id} ${level}`;
    const sent = this.#memory.favorites.get(key) ?? { user: this.#id, level, state: false };
    this.#memory.favorites.set(key, sent);
    const before = sent.state;
    sent.state = undefined;
    const answer = await this.#send(person, `/api/levels/${level}/favorite`, {});
    if (answer?.status === 200) sent.state = (JSON.parse(answer.text) as { favorited: boolean }).favorited;
    else if (answer) sent.state = before;
  }
}

import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { SiteClient, type TimedResponse } from "../bench/client.ts";
import { type SeedLevel, seedLevels } from "../seed/content/levels.ts";
import type { KillableSite } from "./killable-site.ts";
import type { SentFavorite, WriteHistory } from "./write-history.ts";

const PASSWORD = "chaos reigns here";
/** After this many actions, a client registers a new account. */
const ACTIONS_PER_ACCOUNT = 25;
const MAX_TRIES = 3;

let worlds: SeedLevel[] | undefined;
/** Returns a level's world, always the same for the same number. */
export function levelWorld(n: number): SeedLevel["world"] {
  worlds ??= seedLevels(24);
  const found = worlds[n % worlds.length];
  if (!found) throw new Error("There are no worlds.");
  return found.world;
}

export const chaosWorldFile = (n: number): File => new File([serializeWorld(levelWorld(n))], "level.json");

/** Returns the form for a new level. */
export function levelForm(title: string, n: number): FormData {
  const form = new FormData();
  form.set("title", title);
  form.set("description", `A level that has lived through a lot, number ${n}.`);
  form.set("file", chaosWorldFile(n));
  return form;
}

const random = (sides: number) => Math.floor(Math.random() * sides);

/** A favorite or a bookmark. */
interface Toggle {
  sent: Map<string, SentFavorite>;
  key: string;
  path: string;
  name: string;
}

/** A user who registers, builds, comments, rates, likes and posts endlessly, whatever happens to the site. */
export class ChaosClient {
  readonly #site: KillableSite;
  readonly #history: WriteHistory;
  readonly #name: string;
  #client: SiteClient | undefined;
  #id = 0;
  #accounts = 0;
  #actions = 0;

  constructor(site: KillableSite, history: WriteHistory, name: string) {
    this.#site = site;
    this.#history = history;
    this.#name = name;
  }

  /** Runs until `isOver` returns true. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const client = this.#client;
      if (!client || this.#actions > ACTIONS_PER_ACCOUNT * (this.#accounts + 1)) await this.#register();
      else await this.#performAction(client);
      this.#actions++;
    }
  }

  #performAction(client: SiteClient): Promise<void> {
    const roll = random(100);
    const level = this.#anyLevel();
    if (roll < 12 || !level) return this.#build(client);
    if (roll < 30) return this.#comment(client, level.id);
    if (roll < 50 && level.user !== this.#id) return this.#rate(client, level.id);
    if (roll < 60) return this.#like(client, level.id);
    const thread = this.#anyThread();
    if (roll < 68 || !thread) return this.#startThread(client);
    return roll < 93 ? this.#reply(client, thread) : this.#bookmark(client, thread);
  }

  /** Sends a write. Returns undefined without a response or after a server error: the result is unknown then. */
  async #send(client: SiteClient, path: string, input: object): Promise<TimedResponse | undefined> {
    try {
      const response = await client.post(path, input);
      this.#history.count(response.status);
      return response.status < 500 ? response : undefined;
    } catch {
      this.#history.count(0);
      await this.#site.whenUp();
      return undefined;
    }
  }

  async #register(): Promise<void> {
    const username = `${this.#name}_${++this.#accounts}`;
    const client = new SiteClient(this.#site.url);
    try {
      await client.open();
    } catch {
      await this.#site.whenUp();
      return;
    }
    const sent = { acknowledged: false, tries: 1 };
    this.#history.users.set(username, sent);
    const response = await this.#send(client, "/api/auth/register", {
      username,
      email: `${username}@example.com`,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    });
    if (response?.status !== 201) return;
    sent.acknowledged = true;
    this.#id = (JSON.parse(response.text) as { user: { id: number } }).user.id;
    this.#client = client;
  }

  #anyLevel(): { id: number; user: number } | undefined {
    const levels = [...this.#history.levels.values()].filter(({ id }) => id !== undefined);
    const level = levels[random(levels.length)];
    return level?.id === undefined ? undefined : { id: level.id, user: level.user };
  }

  async #build(client: SiteClient): Promise<void> {
    const n = this.#history.levels.size;
    const title = `Chaos ${this.#name} ${this.#accounts} ${n}`;
    const sent = { acknowledged: false, tries: 1, user: this.#id };
    this.#history.levels.set(title, sent);
    const response = await this.#send(client, "/api/levels", levelForm(title, n));
    if (response?.status !== 201) return;
    const { level } = JSON.parse(response.text) as { level: { id: number } };
    Object.assign(sent, { acknowledged: true, id: level.id });
  }

  /** Retries a comment only until it's acknowledged. */
  async #comment(client: SiteClient, id: number): Promise<void> {
    const body = `Words ${this.#name} ${this.#accounts} ${this.#actions}`;
    const sent = { acknowledged: false, tries: 0 };
    this.#history.comments.set(body, sent);
    while (!sent.acknowledged && sent.tries < MAX_TRIES) {
      sent.tries++;
      const response = await this.#send(client, "/api/comments/create", { type: "level", id, body });
      if (response && response.status !== 201) return;
      sent.acknowledged = response !== undefined;
    }
  }

  #anyThread(): number | undefined {
    const threads = [...this.#history.posts.values()].flatMap(({ thread }) => thread ?? []);
    return threads[random(threads.length)];
  }

  async #startThread(client: SiteClient): Promise<void> {
    const body = `A thread of ${this.#name} ${this.#accounts} ${this.#actions}`;
    const sent = { acknowledged: false, tries: 1 };
    this.#history.posts.set(body, sent);
    const path = `/api/forums/${SUBFORUM_IDS[random(SUBFORUM_IDS.length)]}/threads`;
    const response = await this.#send(client, path, { title: body, body });
    if (response?.status !== 201) return;
    const { thread } = JSON.parse(response.text) as { thread: { id: number } };
    Object.assign(sent, { acknowledged: true, thread: thread.id });
  }

  /** Retries a reply as a comment. Some mention its reader, which is one more notification. */
  async #reply(client: SiteClient, thread: number): Promise<void> {
    const body = `A reply of ${this.#name} ${this.#accounts} ${this.#actions} to @c${random(3)}_1`;
    const sent = { acknowledged: false, tries: 0 };
    this.#history.posts.set(body, sent);
    while (!sent.acknowledged && sent.tries < MAX_TRIES) {
      sent.tries++;
      const response = await this.#send(client, `/api/forums/thread/${thread}/reply`, { body });
      if (response && response.status !== 201) return;
      sent.acknowledged = response !== undefined;
    }
  }

  async #bookmark(client: SiteClient, thread: number): Promise<void> {
    await this.#toggle(client, {
      sent: this.#history.bookmarks,
      key: `${this.#id} ${thread}`,
      path: `/api/thread/${thread}/bookmark`,
      name: "bookmarked",
    });
  }

  async #rate(client: SiteClient, level: number): Promise<void> {
    try {
      // Only users who cleared a level can rate it, and clears come from game hosts.
      const now = Date.now();
      await this.#site.transaction("play", [
        {
          sql: `insert into outbox (target, effects, created_at)
            select 'main', json_array(json_object('type', 'clear', 'run_id', 0, 'user_id', ?1, 'level_id', ?2, 'ms', 60000,
              'ran_at', ?3, 'first', 1, 'ms_change', 60000)), ?3
            where not exists (select 1 from clears where user_id = ?1 and level_id = ?2)`,
          params: [this.#id, level, now],
        },
        {
          sql: "insert or ignore into clears (user_id, level_id, best_ms, cleared_at) values (?1, ?2, 60000, ?3)",
          params: [this.#id, level, now],
        },
      ]);
    } catch {
      return;
    }
    const key = `${this.#id} ${level}`;
    const value = { rating: 1 + random(10), difficulty: 1 + random(10) };
    const sent = this.#history.ratings.get(key) ?? {
      user: this.#id,
      level,
      possible: [],
      acknowledged: false,
    };
    this.#history.ratings.set(key, sent);
    sent.possible.push(value);
    const response = await this.#send(client, `/api/levels/${level}/ratings`, value);
    if (response?.status === 201) Object.assign(sent, { possible: [value], acknowledged: true });
    else if (response) sent.possible.pop();
  }

  async #like(client: SiteClient, level: number): Promise<void> {
    await this.#toggle(client, {
      sent: this.#history.favorites,
      key: `${this.#id} ${level}`,
      path: `/api/levels/${level}/favorite`,
      name: "favorited",
    });
  }

  /** Sets what isn't set, or the reverse. The response says which in `name`. */
  async #toggle(client: SiteClient, { sent: all, key, path, name }: Toggle): Promise<void> {
    const sent = all.get(key) ?? { user: this.#id, state: false };
    all.set(key, sent);
    const before = sent.state;
    sent.state = undefined;
    const response = await this.#send(client, path, {});
    if (response?.status === 200) sent.state = (JSON.parse(response.text) as Record<string, boolean>)[name];
    else if (response) sent.state = before;
  }
}

import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { SiteClient, type SiteResponse } from "../client/site-client.ts";
import { pick, Statuses } from "./check.ts";
import type { KillableSite } from "./killable-site.ts";
import { levelForm } from "./upload-level.ts";

const PASSWORD = "chaos reigns here";
/** After this many actions, a writer registers a new account. */
const ACTIONS_PER_ACCOUNT = 25;
const MAX_TRIES = 3;

/** A write: whether the site acknowledged it, how often it was sent, and what it made: a level with its user, or a thread. */
export interface SentWrite {
  acknowledged: boolean;
  tries: number;
  id?: number;
  user?: number;
}

export interface SentRating {
  /** Values that can be stored: the last acknowledged one, and later ones without a response. */
  possible: { rating: number; difficulty: number }[];
  acknowledged: boolean;
}

/** Everything that the writers of a run have sent and received, to compare with the stored data. */
export class WriteHistory {
  /** By name, title or text. */
  readonly sent = {
    accounts: new Map<string, SentWrite>(),
    levels: new Map<string, SentWrite>(),
    comments: new Map<string, SentWrite>(),
    posts: new Map<string, SentWrite>(),
  };
  /** By "user level". */
  readonly ratings = new Map<string, SentRating>();
  /** Favorite levels and bookmarked threads, by "user target": the last acknowledged state, undefined while a later write has no response. */
  readonly favorites = new Map<string, boolean | undefined>();
  readonly bookmarks = new Map<string, boolean | undefined>();
  readonly statuses = new Statuses();
}

const random = (sides: number) => Math.floor(Math.random() * sides);

/** A user who registers, builds, comments, rates, likes and posts endlessly, whatever happens to the site. */
export class Writer {
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
      const isNew = !this.#client || this.#actions > ACTIONS_PER_ACCOUNT * (this.#accounts + 1);
      await (isNew ? this.#register() : this.#doSomething());
      this.#actions++;
    }
  }

  #doSomething(): Promise<void> {
    const { levels, posts } = this.#history.sent;
    const roll = random(100);
    const level = pick([...levels.values()].filter(({ id }) => id !== undefined));
    if (roll < 12 || !level?.id) return this.#build();
    if (roll < 30) return this.#comment(level.id);
    if (roll < 50 && level.user !== this.#id) return this.#rate(level.id);
    if (roll < 60)
      return this.#toggle("favorites", level.id, `/api/levels/${level.id}/favorite`, "favorited");
    const thread = pick([...posts.values()].filter(({ id }) => id !== undefined))?.id;
    if (roll < 68 || !thread) return this.#startThread();
    if (roll < 93) return this.#reply(thread);
    return this.#toggle("bookmarks", thread, `/api/thread/${thread}/bookmark`, "bookmarked");
  }

  /** Sends a write. Returns undefined without a response or after a server error: the result is unknown then. */
  async #send(path: string, input: object): Promise<SiteResponse | undefined> {
    const response = await this.#client?.send(path, input).catch(() => undefined);
    this.#history.statuses.add(response?.status);
    if (!response) await this.#site.whenUp();
    return response && response.status < 500 ? response : undefined;
  }

  async #register(): Promise<void> {
    const username = `${this.#name}_${++this.#accounts}`;
    const client = new SiteClient(this.#site.url);
    const isOpen = await client.open().then(
      () => true,
      () => false,
    );
    if (!isOpen) return this.#site.whenUp();
    const sent: SentWrite = { acknowledged: false, tries: 1 };
    this.#history.sent.accounts.set(username, sent);
    this.#client = client;
    const email = `${username}@example.com`;
    const account = { username, email, password: PASSWORD, password_confirmation: PASSWORD };
    const response = await this.#send("/api/auth/register", account);
    sent.acknowledged = response?.status === 201;
    if (!response || !sent.acknowledged) this.#client = undefined;
    else this.#id = (JSON.parse(response.text) as { user: { id: number } }).user.id;
  }

  async #build(): Promise<void> {
    const n = this.#history.sent.levels.size;
    const title = `Chaos ${this.#name} ${this.#accounts} ${n}`;
    const sent: SentWrite = { acknowledged: false, tries: 1, user: this.#id };
    this.#history.sent.levels.set(title, sent);
    const response = await this.#send("/api/levels", levelForm(title, n));
    if (response?.status !== 201) return;
    sent.acknowledged = true;
    sent.id = (JSON.parse(response.text) as { level: { id: number } }).level.id;
  }

  /** Sends a text until it's acknowledged. */
  async #sendText(kind: "comments" | "posts", body: string, path: string, input: object): Promise<void> {
    const sent: SentWrite = { acknowledged: false, tries: 0 };
    this.#history.sent[kind].set(body, sent);
    while (!sent.acknowledged && sent.tries < MAX_TRIES) {
      sent.tries++;
      const response = await this.#send(path, { ...input, body });
      if (response && response.status !== 201) return;
      sent.acknowledged = response !== undefined;
    }
  }

  #comment(id: number): Promise<void> {
    const body = `Words ${this.#name} ${this.#accounts} ${this.#actions}`;
    return this.#sendText("comments", body, "/api/comments/create", { type: "level", id });
  }

  /** Some mention its reader, which is one more notification. */
  #reply(thread: number): Promise<void> {
    const body = `A reply of ${this.#name} ${this.#accounts} ${this.#actions} to @c${random(3)}_1`;
    return this.#sendText("posts", body, `/api/forums/thread/${thread}/reply`, {});
  }

  async #startThread(): Promise<void> {
    const body = `A thread of ${this.#name} ${this.#accounts} ${this.#actions}`;
    const sent: SentWrite = { acknowledged: false, tries: 1 };
    this.#history.sent.posts.set(body, sent);
    const response = await this.#send(`/api/forums/${pick(SUBFORUM_IDS)}/threads`, { title: body, body });
    if (response?.status !== 201) return;
    sent.acknowledged = true;
    sent.id = (JSON.parse(response.text) as { thread: { id: number } }).thread.id;
  }

  async #rate(level: number): Promise<void> {
    const isCleared = await this.#clear(level).then(
      () => true,
      () => false,
    );
    // The site was killed.
    if (!isCleared) return this.#site.whenUp();
    const key = `${this.#id} ${level}`;
    const value = { rating: 1 + random(10), difficulty: 1 + random(10) };
    const sent = this.#history.ratings.get(key) ?? { possible: [], acknowledged: false };
    this.#history.ratings.set(key, sent);
    sent.possible.push(value);
    const response = await this.#send(`/api/levels/${level}/ratings`, value);
    if (response?.status === 201) Object.assign(sent, { possible: [value], acknowledged: true });
    else if (response) sent.possible.pop();
  }

  /** Only users who cleared a level can rate it, and clears come from rooms. */
  async #clear(level: number): Promise<void> {
    const params = [this.#id, level, Date.now()];
    await this.#site.transaction("play", [
      {
        sql: `insert into outbox (target, effects, created_at)
          select 'main', json_array(json_object('type', 'clear', 'run_id', 0, 'user_id', ?1, 'level_id', ?2, 'ms', 60000,
            'ran_at', ?3, 'first', 1, 'ms_change', 60000)), ?3
          where not exists (select 1 from clears where user_id = ?1 and level_id = ?2)`,
        params,
      },
      {
        sql: "insert or ignore into clears (user_id, level_id, best_ms, cleared_at) values (?1, ?2, 60000, ?3)",
        params,
      },
    ]);
  }

  /** Sets what isn't set, or the reverse. The response says which in `name`. */
  async #toggle(kind: "favorites" | "bookmarks", target: number, path: string, name: string): Promise<void> {
    const all = this.#history[kind];
    const key = `${this.#id} ${target}`;
    const before = all.has(key) ? all.get(key) : false;
    all.set(key, undefined);
    const response = await this.#send(path, {});
    if (response?.status === 200) all.set(key, (JSON.parse(response.text) as Record<string, boolean>)[name]);
    else if (response) all.set(key, before);
  }
}

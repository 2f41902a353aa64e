import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { SiteClient } from "../../client/site-client.ts";
import { pick } from "../check.ts";
import type { KillableSite } from "../killable-site.ts";
import { WriteHistory, Writer } from "../writer.ts";

/** After this many actions, a writer registers a new account. */
const ACTIONS_PER_ACCOUNT = 25;
const MAX_TRIES = 3;

interface SentRating {
  /** Values that can be stored: the last acknowledged one, and later ones without a response. */
  possible: { rating: number; difficulty: number }[];
  acknowledged: boolean;
}

export class SiteHistory extends WriteHistory {
  /** By "user level". */
  readonly ratings = new Map<string, SentRating>();
  /** Favorite levels and bookmarked threads, by "user target": the last acknowledged state, undefined while a later write has no response. */
  readonly favorites = new Map<string, boolean | undefined>();
  readonly bookmarks = new Map<string, boolean | undefined>();
}

const random = (sides: number) => Math.floor(Math.random() * sides);

/** A user who registers, builds, comments, rates, likes and posts endlessly. */
export class SiteWriter extends Writer<SiteHistory> {
  readonly #site: KillableSite;
  readonly #name: string;
  #client: SiteClient;
  #id: number | undefined;
  #accounts = 0;
  #actions = 0;

  constructor(site: KillableSite, history: SiteHistory, name: string) {
    super(site, history);
    this.#site = site;
    this.#name = name;
    this.#client = new SiteClient(site.url);
  }

  /** Runs until `isOver` returns true. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const isNew = this.#id === undefined || this.#actions > ACTIONS_PER_ACCOUNT * (this.#accounts + 1);
      await (isNew ? this.#register() : this.#doSomething(this.#id ?? 0));
      this.#actions++;
    }
  }

  async #register(): Promise<void> {
    this.#client = new SiteClient(this.site.url);
    this.#id = await this.signUp(this.#client, `${this.#name}_${++this.#accounts}`);
  }

  #doSomething(user: number): Promise<void> {
    const { levels, posts } = this.history.sent;
    const roll = random(100);
    const level = pick([...levels.values()].filter(({ id }) => id !== undefined));
    const title = `Chaos ${this.#name} ${this.#accounts} ${levels.size}`;
    if (roll < 12 || !level?.id) return this.build(this.#client, title, levels.size, user);
    if (roll < 30) return this.#comment(level.id);
    if (roll < 50 && level.user !== user) return this.#rate(user, level.id);
    if (roll < 60)
      return this.#toggle("favorites", [user, level.id], `/api/levels/${level.id}/favorite`, "favorited");
    const thread = pick([...posts.values()].filter(({ id }) => id !== undefined))?.id;
    if (roll < 68 || !thread) return this.#startThread();
    if (roll < 93) return this.#reply(thread);
    return this.#toggle("bookmarks", [user, thread], `/api/thread/${thread}/bookmark`, "bookmarked");
  }

  /** Sends a text until it's acknowledged. */
  async #sendText(kind: "comments" | "posts", body: string, path: string, input: object): Promise<void> {
    const sent = this.add(kind, body, { tries: 0 });
    while (!sent.acknowledged && sent.tries < MAX_TRIES) {
      sent.tries++;
      const response = await this.send(this.#client, path, { ...input, body });
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
    const sent = this.add("posts", body);
    const path = `/api/forums/${pick(SUBFORUM_IDS)}/threads`;
    const response = await this.send(this.#client, path, { title: body, body });
    if (response?.status !== 201) return;
    sent.acknowledged = true;
    sent.id = (JSON.parse(response.text) as { thread: { id: number } }).thread.id;
  }

  async #rate(user: number, level: number): Promise<void> {
    const isCleared = await this.#clear(user, level).then(
      () => true,
      () => false,
    );
    // The site was killed.
    if (!isCleared) return this.site.whenUp();
    const key = `${user} ${level}`;
    const value = { rating: 1 + random(10), difficulty: 1 + random(10) };
    const sent = this.history.ratings.get(key) ?? { possible: [], acknowledged: false };
    this.history.ratings.set(key, sent);
    sent.possible.push(value);
    const response = await this.send(this.#client, `/api/levels/${level}/ratings`, value);
    if (response?.status === 201) Object.assign(sent, { possible: [value], acknowledged: true });
    else if (response) sent.possible.pop();
  }

  /** Only users who cleared a level can rate it, and clears come from rooms. */
  async #clear(user: number, level: number): Promise<void> {
    const params = [user, level, Date.now()];
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
  async #toggle(
    kind: "favorites" | "bookmarks",
    [user, target]: [user: number, target: number],
    path: string,
    name: string,
  ): Promise<void> {
    const all = this.history[kind];
    const key = `${user} ${target}`;
    const before = all.has(key) ? all.get(key) : false;
    all.set(key, undefined);
    const response = await this.send(this.#client, path, {});
    if (response?.status === 200) all.set(key, (JSON.parse(response.text) as Record<string, boolean>)[name]);
    else if (response) all.set(key, before);
  }
}

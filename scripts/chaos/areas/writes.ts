import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { readWrapper } from "../../bench/open-site.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { SiteClient } from "../../client/site-client.ts";
import {
  between,
  type Check,
  Crew,
  checkCounters,
  checkOf,
  checkWrites,
  countKeys,
  openToCheck,
  pick,
  succeeds,
} from "../check.ts";
import { drawRemaining } from "../draw-remaining.ts";
import { injectFaults } from "../injected.ts";
import { KillableSite } from "../killable-site.ts";
import { STORED, WriteHistory, Writer } from "../writer.ts";

/** After this many actions, a writer registers a new account. */
const ACTIONS_PER_ACCOUNT = 25;
const MAX_TRIES = 3;

interface SentRating {
  /** Values that can be stored: the last acknowledged one, and later ones without a response. */
  possible: { rating: number; difficulty: number }[];
  acknowledged: boolean;
}

class SiteHistory extends WriteHistory {
  /** By "user level". */
  readonly ratings = new Map<string, SentRating>();
  /** Favorite levels and bookmarked threads, by "user target": the last acknowledged state, undefined while a later write has no response. */
  readonly favorites = new Map<string, boolean | undefined>();
  readonly bookmarks = new Map<string, boolean | undefined>();
}

const random = (sides: number) => Math.floor(Math.random() * sides);

/** A user who registers, builds, comments, rates, likes and posts endlessly. */
class SiteWriter extends Writer<SiteHistory> {
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
    // The site was killed.
    if (!(await succeeds(this.#clear(user, level)))) return this.site.whenUp();
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

const WRITERS = 12;
const KILLS = 10;
/** Milliseconds between two kills. */
const KILL_INTERVAL = { least: 2_000, most: 6_000 };
/** The effects of posts come this much later, so that many kills are between a post and its effects. */
const EFFECTS_DELAY_MS = 300;

/**
 * Writers write endlessly while the site is killed at random. No acknowledged write can be lost or duplicated, and neither can its
 * effects on another database.
 */
export const verifyWrites: BenchArea = async (report, { small }) => {
  const site = await KillableSite.start(emptyScratchFolder(), {}, readWrapper("faults"));
  const delayEffects = () =>
    injectFaults(site.url, { d1: { sql: "insert into outbox_positions", delayMs: EFFECTS_DELAY_MS } });
  await delayEffects();
  const history = new SiteHistory();
  const writers = Array.from({ length: WRITERS }, (_, i) => new SiteWriter(site, history, `c${i}`));
  const crew = new Crew(writers.map((writer) => (isOver) => writer.run(isOver)));
  for (let i = 0; i < (small ? 3 : KILLS); i++) {
    await pause(between(KILL_INTERVAL.least, KILL_INTERVAL.most));
    await site.killAndRestart();
    await delayEffects();
  }
  await pause(KILL_INTERVAL.least);
  await crew.end();
  await injectFaults(site.url, {});
  const undrawn = await drawRemaining(site);
  await site.runSchedule();
  report.info("times killed", site.kills, { notes: [String(history.statuses)] });
  report.info("writes acknowledged", history.accepted);
  report.atMost(
    "responses that were server errors",
    history.statuses.count((status) => status >= 500),
    0,
  );
  report.atMost("pictures missing in the end", undrawn, 0);
  const named = await site.rows<{ asset: string }>(
    "select asset from level_revisions where deleted_at is null union select thumbnail from levels where thumbnail is not null",
  );
  const stored = new Set(await site.objects());
  const check = checkOf(report);
  const missing = named.map(({ asset }) => asset).filter((asset) => !stored.has(asset));
  check("documents and pictures missing in the bucket", missing, named.length);
  await site.stop();
  using db = openToCheck(site.state);
  using forum = openToCheck(site.state, "forum");
  checkSent(check, db, forum, history);
  checkEffects(check, db, forum);
  checkCounters(report, site.state);
};

/** Checks that every acknowledged write is stored, and nothing else. */
function checkSent(
  check: Check,
  db: DatabaseSync,
  forum: DatabaseSync,
  { sent, ratings, favorites, bookmarks }: SiteHistory,
): void {
  for (const what of ["accounts", "levels", "comments", "posts"] as const) {
    const stored = countKeys(what === "posts" ? forum : db, STORED[what]);
    checkWrites(check, what, sent[what], stored);
    const unknown = [...stored.keys()].filter((name) => !sent[what].has(name));
    check(`${what} that no one sent`, unknown, stored.size);
  }
  const rated = new Map(
    db
      .prepare("select user_id || ' ' || level_id as key, rating, difficulty from ratings")
      .all()
      .map((row) => [String(row.key), row]),
  );
  const wrong = [...ratings].filter(([key, { possible, acknowledged }]) => {
    const row = rated.get(key);
    if (!row) return acknowledged;
    return !possible.some(({ rating, difficulty }) => rating === row.rating && difficulty === row.difficulty);
  });
  check("ratings lost, or that differ from the last write", wrong, ratings.size);
  check(
    "ratings that no one gave",
    [...rated.keys()].filter((key) => !ratings.has(key)),
    rated.size,
  );
  const sets = [
    ["favorites", favorites, countKeys(db, "select user_id || ' ' || target_id as key from favorites")],
    ["bookmarks", bookmarks, countKeys(forum, "select user_id || ' ' || thread_id as key from bookmarks")],
  ] as const;
  for (const [what, all, set] of sets) {
    const differ = [...all].filter(([key, state]) => state !== undefined && state !== set.has(key));
    const unknown = [...set.keys()].filter((key) => !all.has(key));
    check(`${what} that differ from the last write`, [...differ.map(([key]) => key), ...unknown], all.size);
  }
  const mails = `select username as key from users u where (select count(*) from mails where recipient = u.email) <> 1`;
  check("accounts without exactly one mail", [...countKeys(db, mails).keys()], sent.accounts.size);
}

/** Checks that the main database has the effects of each post once: the fingerprint of its text. */
function checkEffects(check: Check, db: DatabaseSync, forum: DatabaseSync): void {
  const posts = countKeys(forum, "select user_id || ' ' || created_at as key from replies");
  const effects = countKeys(
    forum,
    `select e.value ->> 'user_id' || ' ' || o.created_at as key from outbox o, json_each(o.effects) e
      where e.value ->> 'type' = 'fingerprint'`,
  );
  const applied =
    "select user_id || ' ' || created_at as key from post_fingerprints where kind in ('thread', 'reply')";
  const fingerprints = countKeys(db, applied);
  const differs = (a: Map<string, number>, b: Map<string, number>) =>
    [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key));
  check("posts without exactly one row of effects", differs(posts, effects), posts.size);
  check("effects that weren't applied exactly once", differs(effects, fingerprints), effects.size);
  const last = Number(forum.prepare("select max(id) as n from outbox where target = 'main'").get()?.n);
  const position = db.prepare("select max(position) as n from outbox_positions where source = 'forum'").get();
  check("effects still waiting", last === Number(position?.n) ? [] : [`${position?.n} of ${last}`], last);
}

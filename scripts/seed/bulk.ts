import { DatabaseSync } from "node:sqlite";
import type { DatabaseName } from "#domain/database-names.ts";
import { databaseFile } from "../site/database-file.ts";

export const BULK_KINDS = [
  "users",
  "levels",
  "ratings",
  "comments",
  "items",
  "inventory",
  "buddies",
  "presence",
  "transactions",
  "threads",
  "replies",
  "cases",
  "audit_log",
] as const;
export type BulkCounts = Partial<Record<(typeof BULK_KINDS)[number], number>>;

const ROWS_PER_STATEMENT = 50_000;
const START_COINS = 100_000_000;
const WORDS =
  "amber brave crystal dizzy electric frosty giant hidden iron jolly kooky lava mossy neon orbit pixel quiet rapid sunny turbo";
const THINGS =
  "tower island castle maze race mountain mine mansion station beach city volcano slide temple library rooftop farm bridge garden harbour";

/** `count` numbered rows as `n`, from `first` on. */
const numbers = (first: number, count: number) =>
  `with recursive numbers(n) as (select ${first} union all select n + 1 from numbers where n < ${first + count - 1})`;

/** SQL for the list's word with this number. */
const word = (list: string, by: string) =>
  `json_extract('${JSON.stringify(list.split(" "))}', '$[' || (${by} % 20) || ']')`;

/** SQL for a number from 0 to `size` that looks random but is the same for the same `n`. */
const scatter = (n: string, factor: number, size: string) => `((${n} * ${factor}) % ${size})`;

/** The types and sources of transactions. */
const LEDGER_TYPES = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12];
const LEDGER_SOURCES = "item user challenge challenge event user level item spirit site achievement".split(
  " ",
);
const ledgerKind = (list: readonly (number | string)[]) =>
  `json_extract('${JSON.stringify(list)}', '$[' || (n / 10 % ${list.length}) || ']')`;

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * One statement per kind, for rows from a number on. Triggers update counters and search, as for real rows. `time` is SQL for the
 * time of row `n`, if all rows of the kind are spread over the last year.
 */
const STATEMENTS: Record<
  (typeof BULK_KINDS)[number],
  (first: number, count: number, time: string) => string
> = {
  // Each begins with coins to spend and with XP to be sorted by.
  users: (first, count) => `${numbers(first, count)}
    insert or ignore into users (username, email, password_hash, created_at)
    select 'crowd_' || n, 'crowd_' || n || '@example.com', '', 1700000000000 + n from numbers;
    ${numbers(first, count)}
    insert into transactions (key, user_id, type_id, source_type, source_id, coins, xp, created_at)
    select 'bulk:start:' || id, id, 9, 'site', 0, ${START_COINS}, n % 5000, 1700000000000
    from numbers cross join users on username = 'crowd_' || n where true on conflict (key) do nothing`,
  levels: (first, count) => `${numbers(first, count)},
    world as (select asset, bytes, blocks, stars from level_revisions order by level_id limit 1),
    top(users) as (select max(id) from users)
    insert into levels (user_id, title, description, category, thumbnail, picture_version, plays_count, clears_count, created_at, updated_at)
    select 1 + ${scatter("n", 7919, "(select users from top)")},
      ${word(WORDS, "n")} || ' ' || ${word(THINGS, "(n / 20)")} || ' ' || n,
      'Made up to measure with: a ' || ${word(WORDS, "(n / 7)")} || ' ' || ${word(THINGS, "(n / 3)")} || '.',
      case n % 3 when 0 then '' when 1 then 'star collection' else 'free roam' end,
      (select thumbnail from levels where id = 1 + n % 200), (select max(picture_version) from levels where id <= 200),
      ${scatter("n", 104729, "5003")}, ${scatter("n", 15485863, "997")},
      1700000000000 + n * 1000, 1700000000000 + ${scatter("n", 32452843, "1000003")} * 1000
    from numbers`,
  ratings: (first, count) => `${numbers(first, count)},
    top(users, levels) as (select (select max(id) from users), (select max(id) from levels))
    insert or ignore into ratings (user_id, level_id, rating, difficulty, created_at)
    select 1 + ${scatter("n", 7919, "(select users from top)")}, 1 + ${scatter("n", 104729, "(select levels from top)")},
      1 + ${scatter("n", 31, "10")}, 1 + ${scatter("(n / 10)", 37, "10")}, 1700000000000 + n from numbers`,
  comments: (first, count) => `${numbers(first, count)},
    top(users, levels) as (select (select max(id) from users), (select max(id) from levels))
    insert into comments (target_type, target_id, user_id, body, created_at)
    select 'level', case when n % 10 = 0 then 1 else 1 + ${scatter("n", 104729, "(select levels from top)")} end,
      1 + ${scatter("n", 7919, "(select users from top)")}, 'Comment number ' || n || ' :star:', 1700000000000 + n from numbers`,
  // Only the site makes Gold month items, so their number doesn't grow with the community: about ten, one or two of them this month.
  items: (first, count) => `${numbers(first, count)}, top(users) as (select max(id) from users),
    made as (select n, looks.*, n % 1009 = 0 as is_limited, looks.type_id <= 3 and n % 100 = 0 and n <= 1000 as is_gold,
      case when n % 7 = 0 then 'offsale' when n % 11 = 0 then 'free' else 'onsale' end as sale
      from numbers cross join items looks on looks.id = 1 + n % (select count(*) from items where uuid <> '' and id < 200))
    insert into items (type_id, user_id, name, uuid, thumbnail, purchasable, price, gold_month, stock, sold_out,
      favorites_count, created_at)
    select type_id, 1 + ${scatter("n", 7919, "(select users from top)")},
      ${word(WORDS, "n")} || ' ' || ${word(THINGS, "(n / 20)")} || ' ' || n, uuid, thumbnail, case when is_gold then 'onsale' else sale end,
      case when is_gold or sale = 'onsale' then 1 + ${scatter("n", 31, "500")} else 0 end,
      case when is_gold then strftime('%Y-%m-01', 'now', 'start of month', (n / 100 % 7 - 3) || ' months') end,
      case when is_limited then 5 end, is_limited, ${scatter("n", 15485863, "997")}, 1700000000000 + n
    from made`,
  // A tenth belongs to one demo member, the rest is random. An item's copies are numbered.
  inventory: (first, count) => `${numbers(first, count)},
    top(users, items) as (select (select max(id) from users), (select max(id) from items))
    insert or ignore into inventory (user_id, item_id, type_id, serial, created_at)
    select case when n % 10 = 0 then 4 else 1 + ${scatter("n", 7919, "(select users from top)")} end, i.id, i.type_id,
      1 + n / (select items from top), 1700000000000 + n
    from numbers cross join items i on i.id = 1 + ${scatter("n", 104729, "(select items from top)")}`,
  // A tenth belong to the demo member.
  buddies: (first, count) => `${numbers(first, count)}, top(users) as (select max(id) from users),
    pairs(a, b, at) as (select case when n % 10 = 0 then 4 else 1 + ${scatter("n", 7919, "(select users from top)")} end,
      1 + ${scatter("n", 104729, "(select users from top)")}, 1700000000000 + n from numbers)
    insert or ignore into buddies (user_id, buddy_id, created_at)
    select a, b, at from pairs where a <> b union all select b, a, at from pairs where a <> b`,
  presence: (first, count) => `${numbers(first, count)}
    insert or ignore into presence (user_id, since) select n, 1700000000000 from numbers where n <= (select max(id) from users)`,
  // A tenth belong to the demo member, and a third of what others received is from them. Those of the users after them are contiguous. They
  // are from the year before now.
  transactions: (first, count, time) => `${numbers(first, count)},
    top(users, items, levels) as materialized
      (select (select max(id) from users), (select max(id) from items), (select max(id) from levels)),
    moved(n, user_id, type_id, source, item) as materialized (
      select n, case when n % 10 = 0 then 4 else 5 + (n / 100) % (users - 4) end, ${ledgerKind(LEDGER_TYPES)},
        ${ledgerKind(LEDGER_SOURCES)}, 1 + ${scatter("n", 104729, "items")} from numbers cross join top)
    insert into transactions (key, user_id, type_id, source_type, source_id, coins, xp, copies, created_at)
    select 'bulk:' || n, user_id, type_id, source,
      case source when 'item' then item when 'level' then 1 + ${scatter("n", 104729, "(select levels from top)")}
        when 'user' then case when n % 3 = 0 then 4 else 1 + (user_id + n % 100) % (select users from top) end
        when 'challenge' then case type_id when 2 then 0 else 1 + n % 2 end when 'event' then 1 + n % 2
        when 'spirit' then 1 + n % 250 when 'achievement' then 10 * (1 + n % 10) + n % 5 else 0 end,
      case when type_id = 1 and source = 'item' then -(n % 500) else n % 1000 end,
      case when type_id in (1, 8) then 0 else n % 7 end,
      case when type_id = 1 then json_array(json_array(item, 1 + n % 1000)) end, ${time} from moved`,
  // All in the first subforum.
  threads: (first, count) => `${numbers(first, count)}, top(users) as (select max(id) from users)
    insert into threads (id, subforum_id, user_id, title, created_at, last_reply_at)
    select n, 1, 1 + ${scatter("n", 7919, "(select users from top)")}, ${word(WORDS, "n")} || ' ' || ${word(THINGS, "(n / 20)")} || ' ' || n,
      1700000000000 + n, 1700000000000 + n from numbers;
    insert into replies (thread_id, position, user_id, body, created_at)
    select id, 0, user_id, 'Made up to measure with: ' || title, created_at from threads where id >= ${first}`,
  // All in the first thread. One in ten is by the demo member.
  replies: (first, count) => `${numbers(first, count)},
    top(users, replies) as materialized
      (select (select max(id) from users), (select replies_count from threads where id = 1))
    insert into replies (thread_id, position, user_id, body, created_at)
    select 1, (select replies from top) + 1 + n - ${first},
      case when n % 10 = 0 then 4 else 1 + ${scatter("n", 7919, "(select users from top)")} end,
      'Made up to measure with: a **' || ${word(WORDS, "n")} || '** ' || ${word(THINGS, "(n / 20)")} || ' ' || n, 1700000000000 + n
    from numbers`,
  // One in ten is open, and some of those are claimed.
  cases: (first, count) => `${numbers(first, count)}, top(users) as (select max(id) from users)
    insert into cases (type, target, subject_id, name, url, reason, reports_count, state, claimed_by, claimed_at, outcome,
      decision, decided_by, decided_at, created_at, updated_at)
    select json_extract('["level","comment","message","item","thread","reply","user"]', '$[' || (n % 7) || ']'), 'bulk' || n,
      1 + ${scatter("n", 7919, "(select users from top)")}, ${word(WORDS, "n")} || ' ' || ${word(THINGS, "(n / 20)")}, '/levels/1', 'spam',
      1 + ${scatter("n", 104729, "97")}, case when n % 10 = 0 then 'open' else 'decided' end,
      case when n % 30 = 0 then 2 end, case when n % 30 = 0 then 1700000000000 end,
      case when n % 10 > 0 then 'dismissed' end, case when n % 10 > 0 then '{"actions":[],"reason":""}' end,
      case when n % 10 > 0 then 2 end, case when n % 10 > 0 then 1700000000000 + n end, 1700000000000 + n, 1700000000000 + n
    from numbers`,
  audit_log: (first, count) => `${numbers(first, count)}, top(users) as (select max(id) from users)
    insert into audit_log (actor_id, action, subject_type, subject_id, reason, details, created_at)
    select 1 + n % 2, json_extract('["user.ban","user.warn","item.hide","level.feature","chat.view"]', '$[' || (n % 5) || ']'),
      'user', 1 + ${scatter("n", 7919, "(select users from top)")}, 'Made up: ' || ${word(WORDS, "n")} || ' ' || ${word(THINGS, "(n / 20)")},
      '{}', 1700000000000 + n from numbers`,
};

/** Runs before the rows of a kind: everyone needs coins to spend. */
const BEFORE: Partial<Record<(typeof BULK_KINDS)[number], string>> = {
  transactions: `insert into transactions (key, user_id, type_id, source_type, source_id, coins, created_at)
    select 'bulk:start:' || id, id, 9, 'site', 0, ${START_COINS}, 1700000000000 from users
    where username not like 'crowd\\_%' escape '\\' on conflict (key) do nothing`,
};

/** Runs after the rows of a kind: changes that no trigger makes on insert. */
const AFTER: Partial<Record<(typeof BULK_KINDS)[number], string>> = {
  // Owners offer their copies of sold-out items.
  inventory: `update inventory set resale_price = 100 + id % 900
    where serial is not null and item_id in (select id from items where sold_out = 1)`,
  // The demo member is close to the limit of bookmarks.
  threads: `insert or ignore into bookmarks (user_id, thread_id, created_at)
    select 4, id, created_at from threads where deleted_at is null order by id desc
      limit max(0, 990 - coalesce((select value from bookmark_counts where user_id = 4), 0))`,
  // The demo member reported one in twenty.
  cases: `insert or ignore into reports (type, target, reporter_id, reason, details, case_id, created_at)
    select type, target, 4, 'spam', '', id, created_at from cases where id % 20 = 0 and target like 'bulk%'`,
  presence: "update counters set value = (select count(*) from presence) where name = 'online'",
};

/** The kinds whose rows are in the forums' database. */
const FORUM_KINDS: readonly (typeof BULK_KINDS)[number][] = ["threads", "replies"];

/** Adds made-up rows for measurements to the database files of a stopped site. */
export function seedBulk(state: string, counts: BulkCounts): void {
  if (!BULK_KINDS.some((kind) => counts[kind])) return;
  const databases = { main: openForInserts(state, "main"), forum: openForInserts(state, "forum") };
  const log = (text: string) => process.stdout.write(text);
  insertBulk(databases, counts, log);
  for (const db of Object.values(databases)) db.close();
}

/**
 * Adds made-up rows to databases that have some users, levels, items and threads. The forums' database has the main one attached.
 * Memory is bounded: statements insert a portion each.
 */
export function insertBulk(
  databases: Readonly<Record<"main" | "forum", DatabaseSync>>,
  counts: BulkCounts,
  log: (text: string) => void = () => {},
): void {
  for (const kind of BULK_KINDS.filter((one) => counts[one])) {
    const db = databases[FORUM_KINDS.includes(kind) ? "forum" : "main"];
    const count = counts[kind] ?? 0;
    const started = performance.now();
    const before = BEFORE[kind];
    if (before) db.exec(before);
    const first = 1 + newestId(db, kind);
    const time = `${Date.now() - YEAR_MS} + (n - ${first}) * ${YEAR_MS} / ${count}`;
    for (let done = 0; done < count; done += ROWS_PER_STATEMENT) {
      const newest = newestId(db, kind);
      db.exec(STATEMENTS[kind](first + done, Math.min(ROWS_PER_STATEMENT, count - done), time));
      if (kind === "levels") addRevisions(db, newest);
      log(
        `\r${kind}: ${Math.min(count, done + ROWS_PER_STATEMENT).toLocaleString("en")} of ${count.toLocaleString("en")}`,
      );
    }
    const after = AFTER[kind];
    if (after) db.exec(after);
    log(` in ${Math.round((performance.now() - started) / 1000)} s\n`);
  }
  // Made-up activity earns no achievements: granting them would take the schedule hours.
  databases.main.exec("delete from achievement_queue");
}

const newestId = (db: DatabaseSync, table: string): number =>
  Number(db.prepare(`select coalesce(max(rowid), 0) as id from ${table}`).get()?.id);

/** Gives made-up levels the first demo level's document. */
function addRevisions(db: DatabaseSync, newestBefore: number): void {
  db.exec(`insert or ignore into level_revisions (level_id, revision, asset, bytes, blocks, stars, fastest_ms, content,
      content_hash, goal, user_id, created_at)
    select l.id, 1, v.asset, v.bytes, v.blocks, v.stars, v.fastest_ms, '', v.content_hash, v.goal, l.user_id, l.created_at
    from levels l, (select * from level_revisions order by level_id limit 1) v where l.id > ${newestBefore}`);
}

/** Opens a database of a stopped site for fast inserts, others than the main database with that one attached as `site`. */
function openForInserts(state: string, name: DatabaseName): DatabaseSync {
  const db = new DatabaseSync(databaseFile(state, name));
  db.exec(
    "pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -400000; pragma temp_store = memory",
  );
  if (name !== "main") db.prepare("attach ? as site").run(databaseFile(state));
  return db;
}

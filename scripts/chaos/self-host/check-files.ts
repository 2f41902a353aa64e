import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { databaseFile } from "../../site/database-file.ts";
import { fetchMessages } from "../chat/fetch-messages.ts";
import type { Check } from "../check-writes.ts";
import type { ProductionSite } from "./production-site.ts";
import type { Kind, Write } from "./self-host-history.ts";

/** Counts texts. */
function countsOf(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Checks that acknowledged writes are stored, each once, and that no write is stored more often. */
function checkStored(
  check: Check,
  what: string,
  writes: readonly Write[],
  counts: ReadonlyMap<string, number>,
): void {
  const acknowledged = writes.filter(({ acknowledged: is }) => is);
  const stored = (write: Write) => counts.get(write.text) ?? 0;
  check(
    `acknowledged ${what} lost`,
    acknowledged.filter((write) => stored(write) === 0).map(({ text }) => text),
    acknowledged.length,
  );
  check(
    `${what} stored more than once`,
    writes.filter((write) => stored(write) > 1).map(({ text }) => text),
    writes.length,
  );
}

/** Compares messages with what the site responds while it runs. */
export async function checkMessages(
  check: Check,
  site: ProductionSite,
  pairs: readonly (readonly [BenchUser, BenchUser])[],
  messages: readonly Write[],
): Promise<void> {
  const bodies: string[] = [];
  for (const [user, partner] of pairs) {
    const conversation = await fetchMessages(site, user, partner.id);
    bodies.push(...conversation.messages.map(({ body }) => body));
  }
  checkStored(check, "messages", messages, countsOf(bodies));
}

/** Compares everything else with the files of a stopped site. */
export function checkFiles(
  check: Check,
  state: string,
  { purchases, levels, accounts }: Record<Kind, Write[]>,
  db: DatabaseSync,
): void {
  const column = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map(({ value }) => String(value));
  checkStored(check, "purchases", purchases, countsOf(column("select key as value from transactions")));
  checkStored(check, "levels", levels, countsOf(column("select title as value from levels")));
  checkStored(check, "accounts", accounts, countsOf(column("select username as value from users")));
  const copies = countsOf(column("select user_id || ' ' || item_id as value from inventory"));
  const bought = purchases.filter(({ acknowledged }) => acknowledged);
  check(
    "purchases without exactly one copy",
    bought.filter(({ user, item }) => copies.get(`${user} ${item}`) !== 1).map(({ text }) => text),
    bought.length,
  );
  const names = column(
    "select asset as value from level_revisions where deleted_at is null union select thumbnail from levels where thumbnail is not null",
  );
  const objects = storedObjects(state);
  check(
    "files of levels missing in the bucket",
    names.filter((name) => !objects.has(name)),
    names.length,
  );
}

/** Checks that bopis have the colors that were last saved. `colors` are the possible ones by user. */
export function checkBopis(check: Check, colors: ReadonlyMap<number, string[]>, db: DatabaseSync): void {
  const saved = new Map(
    db
      .prepare("select id, colors from users")
      .all()
      .map(({ id, colors }) => [Number(id), String(colors)]),
  );
  check(
    "bopis that aren't as they were last saved",
    [...colors]
      .filter(([id, possible]) => !possible.some((color) => saved.get(id)?.startsWith(color)))
      .map(([id]) => String(id)),
    colors.size,
  );
}

/** Returns the names of the bucket's objects whose bytes exist. */
function storedObjects(state: string): Set<string> {
  const folder = join(state, "v3/r2/miniflare-R2BucketObject");
  const file = readdirSync(folder).find((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  const db = new DatabaseSync(join(folder, file ?? ""), { readOnly: true });
  const rows = db.prepare("select key, blob_id from _mf_objects where blob_id is not null").all();
  db.close();
  const blobs = join(state, "v3/r2/bopolis/blobs");
  return new Set(
    rows.filter(({ blob_id }) => existsSync(join(blobs, String(blob_id)))).map(({ key }) => String(key)),
  );
}

/** Opens the database of a stopped or running site for reading. */
export const openDatabase = (state: string): DatabaseSync =>
  new DatabaseSync(databaseFile(state), { readOnly: true });

import { makeZip } from "client-zip";
import { type Columns, type Database, statement } from "#db/database.ts";
import { SITE } from "#domain/site.ts";
import { isoTime } from "#domain/time.ts";
import { holdStatement } from "../../ledger/ledger-batch.ts";
import { conversationStub, hubStub } from "../../live/stubs.ts";
import type { Databases } from "../../outbox/relay.ts";
import { allLedgerRows } from "../../transactions/all-rows.ts";
import { exportKey } from "./job.ts";
import { type ExportSection, levelTitlesQuery, PAGE_SIZE, SECTIONS, sectionQuery } from "./sections.ts";

/** Everyone the user has a conversation with, maybe twice: the list can shift between pages. */
async function chatPartners(env: Env, db: Database, userId: number): Promise<Map<number, string>> {
  const ids = new Set<number>();
  for (let offset = 0, total = 1; offset < total; offset += PAGE_SIZE) {
    const page = await hubStub(env, userId).conversations(PAGE_SIZE, offset);
    total = page.total;
    for (const { other } of page.rows) ids.add(other);
  }
  const rows = await db.all(
    statement<Columns<"users", "id" | "username">>`select id, username from users where id in (select value
      from json_each(${JSON.stringify([...ids])}))`,
  );
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Yields the messages between two users, newest first. */
async function* chatMessages(
  env: Env,
  userId: number,
  other: number,
  username: string,
): AsyncGenerator<object[]> {
  let number = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await conversationStub(env, userId, other).messagesUpTo(number, PAGE_SIZE);
    yield rows.map(({ sender, body, at, deleted_at }) => ({
      from: sender === userId ? "you" : username,
      // Deleted messages stay private.
      body: deleted_at === null ? body : "",
      created_at: isoTime(at),
      deleted: deleted_at !== null,
    }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    number = last.seq - 1;
  }
}

/** A file of the export, streamed as text so it's never in memory as a whole. */
interface ExportedFile {
  name: string;
  input: AsyncIterable<string>;
}

const TIME = /_(?:at|until|start|end)$/;

/** Converts a row for humans: times become ISO 8601. */
const readable = ({ cursor: _, ...row }: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      TIME.test(name) && typeof value === "number" ? isoTime(value) : value,
    ]),
  );

async function* rowsOf(
  databases: Databases,
  section: ExportSection,
  userId: number,
): AsyncGenerator<object[]> {
  let after: string | null = null;
  for (;;) {
    const rows: (Record<string, unknown> & { cursor: string })[] = await databases[
      section.database ?? "main"
    ].all(sectionQuery(section, userId, after));
    yield (section.hasTitles ? await withTitles(databases, rows) : rows).map(readable);
    const last = rows.at(-1);
    if (!section.keys || !last || rows.length < PAGE_SIZE) return;
    after = last.cursor;
  }
}

/** Adds the titles of levels, which the main database has. */
async function withTitles<Row extends Record<string, unknown>>({ main }: Databases, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  const levels = await main.all(levelTitlesQuery(rows.map(({ level_id }) => level_id)));
  const titles = new Map(levels.map(({ id, title }) => [id, title]));
  return rows.map((row) => ({ ...row, title: titles.get(Number(row.level_id)) ?? null }));
}

/** Longer than the queue lets an export take. */
const EXPORT_MS = 20 * 60 * 1000;

async function* ledgerOf({ main }: Databases, userId: number): AsyncGenerator<object[]> {
  // A folded row would come with or without those that it stands for.
  await main.batch({ hold: [holdStatement(Date.now() + EXPORT_MS)] }, { idempotent: true });
  for await (const rows of allLedgerRows(main, userId)) yield rows.map((row) => readable({ ...row }));
}

async function* notificationsOf(env: Env, userId: number): AsyncGenerator<object[]> {
  for (let page = 1; ; page++) {
    const { rows } = await hubStub(env, userId).notifications(page);
    if (rows.length === 0) return;
    yield rows;
  }
}

/** Writes pages of rows as a JSON array. */
async function* jsonList(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

async function* jsonObject(value: object): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`;
}

/** Yields everything the site stores about a user, file by file. */
async function* exportFiles(env: Env, databases: Databases, userId: number): AsyncGenerator<ExportedFile> {
  const readme = {
    site: SITE.name,
    user_id: userId,
    made_at: isoTime(Date.now()),
    files: {
      ...Object.fromEntries(SECTIONS.map(({ file, about: words }) => [`${file}.json`, words])),
      "notifications.json": "Your notifications.",
      "notification-settings.json": "Your notification settings.",
      "chats/": "Your chats, one file each, newest first.",
    },
  };
  yield { name: "README.json", input: jsonObject(readme) };
  for (const section of SECTIONS) {
    const isLedger = section.file === "transactions";
    const pages = isLedger ? ledgerOf(databases, userId) : rowsOf(databases, section, userId);
    yield { name: `${section.file}.json`, input: jsonList(pages) };
  }
  yield { name: "notifications.json", input: jsonList(notificationsOf(env, userId)) };
  const settings = await hubStub(env, userId).noticeSettings();
  yield { name: "notification-settings.json", input: jsonObject(settings) };
  for (const [other, username] of await chatPartners(env, databases.main, userId))
    yield { name: `chats/${username}.json`, input: jsonList(chatMessages(env, userId, other, username)) };
}

/** The bucket requires parts of equal size, at least 5 MiB, for files of unknown length. */
const PART_BYTES = 8 * 1024 * 1024;

/** Splits a stream into parts of one size, the last one shorter. Each part reuses the buffer. */
export async function* splitIntoParts(
  stream: ReadableStream<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of stream)
    for (let at = 0; at < chunk.length; ) {
      const some = chunk.subarray(at, at + size - filled);
      part.set(some, filled);
      filled += some.length;
      at += some.length;
      if (filled < size) continue;
      yield part;
      filled = 0;
    }
  if (filled > 0) yield part.subarray(0, filled);
}

/** Writes a user's data to a zip and returns its size. Pages and parts bound the memory. */
export async function packExport(
  env: Env,
  databases: Databases,
  id: string,
  userId: number,
): Promise<number> {
  const upload = await env.BUCKET.createMultipartUpload(exportKey(id), {
    httpMetadata: { contentType: "application/zip" },
  });
  try {
    const parts: R2UploadedPart[] = [];
    for await (const part of splitIntoParts(makeZip(exportFiles(env, databases, userId)), PART_BYTES))
      parts.push(await upload.uploadPart(parts.length + 1, part));
    return (await upload.complete(parts)).size;
  } catch (error) {
    await upload.abort();
    throw error;
  }
}

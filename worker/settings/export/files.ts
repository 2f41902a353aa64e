import type { Database } from "#db/client.ts";
import { SITE } from "#domain/site.ts";
import { isoTime } from "#domain/time.ts";
import type { Env } from "../../env.ts";
import { hubOf } from "../../live/stubs.ts";
import { messagesWith, partnersOf } from "./chats.ts";
import { PAGE, SECTIONS, type Section, sectionQuery } from "./sections.ts";

/** A file on its way into the package: text as it is read, so that none is ever in memory as a whole. */
interface PackedFile {
  name: string;
  input: AsyncIterable<string>;
}

const TIME = /_(?:at|until|start|end)$/;

/** A row as people read it: times in ISO 8601. */
const readable = ({ cursor: _, ...row }: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      TIME.test(name) && typeof value === "number" ? isoTime(value) : value,
    ]),
  );

async function* rowsOf(db: Database, section: Section, userId: number): AsyncGenerator<object[]> {
  let after: string | null = null;
  for (;;) {
    const rows: (Record<string, unknown> & { cursor: string })[] = await db.all(
      sectionQuery(section, userId, after),
    );
    yield rows.map(readable);
    const last = rows.at(-1);
    if (!section.keys || !last || rows.length < PAGE) return;
    after = last.cursor;
  }
}

async function* notificationsOf(env: Env, userId: number): AsyncGenerator<object[]> {
  for (let page = 1; ; page++) {
    const { rows } = await hubOf(env, userId).notifications(page);
    if (rows.length === 0) return;
    yield rows;
  }
}

/** A JSON list of what comes in pages. */
async function* list(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

async function* one(value: object): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`;
}

/** Everything the site knows of somebody, file by file. */
export async function* filesOf(env: Env, db: Database, userId: number): AsyncGenerator<PackedFile> {
  const about = {
    site: SITE.name,
    user_id: userId,
    made_at: isoTime(Date.now()),
    files: {
      ...Object.fromEntries(SECTIONS.map(({ file, about: words }) => [`${file}.json`, words])),
      "notifications.json": "What you were told of.",
      "notification-settings.json": "What you want to be told of.",
      "chats/": "What you and others said to each other, a file each, newest first.",
    },
  };
  yield { name: "README.json", input: one(about) };
  for (const section of SECTIONS)
    yield { name: `${section.file}.json`, input: list(rowsOf(db, section, userId)) };
  yield { name: "notifications.json", input: list(notificationsOf(env, userId)) };
  yield { name: "notification-settings.json", input: one(await hubOf(env, userId).noticeSettings()) };
  for (const [other, username] of await partnersOf(env, db, userId))
    yield { name: `chats/${username}.json`, input: list(messagesWith(env, userId, other, username)) };
}

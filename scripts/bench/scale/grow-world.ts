import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { seedBulk } from "../../seed/bulk.ts";
import { sendChats } from "../backup/read-chats.ts";
import { openSite } from "../chat/chat-server.ts";
import { readWrapper } from "../chat/wrappers.ts";
import type { Bill } from "../cost/user-actions.ts";
import { measureWriteActions, type PlayAction, type WriteAction } from "../day/write-actions.ts";
import { scratchWorld } from "../worlds.ts";
import { type DatabaseFile, databaseFiles } from "./database-files.ts";
import { growthOf, readFill, readTableSizes, type TableSizes } from "./table-sizes.ts";

/** New rows for one action, by database (the name of its binding) and table. */
export type RowsPerAction = Record<string, Record<string, number>>;

export interface GrownWorld {
  /** The growth by all actions together. */
  growth: TableSizes;
  rows: Record<WriteAction | PlayAction, RowsPerAction>;
  bills: Record<WriteAction, Bill>;
  /** Users who did everything but register. */
  users: number;
  /** Bytes in Durable Objects for a message of two users. */
  bytesPerMessage: number;
}

const SIZES = {
  small: { users: 30, accounts: 30, levels: 8, each: 4, looks: 4 },
  full: { users: 100, accounts: 120, levels: 12, each: 6, looks: 8 },
};
/** Rows that are too expensive to make one by one. */
const BULK = { levels: 4_000, cases: 2_000, audit_log: 5_000 };
const CHATTERS = 8;
/** Inboxes store the newest 200 events, so they stop growing with the first messages. */
const MESSAGES = { first: 220, more: 150 };

/** Lets users of a demo world do everything of a day many times, and reads what the databases gained. */
export async function growWorld(small: boolean): Promise<GrownWorld> {
  const size = small ? SIZES.small : SIZES.full;
  const state = await scratchWorld();
  const before = readTableSizes(databaseFiles(state));
  seedBulk(state, BULK);
  const site = await openSite(size.users + CHATTERS, { wrapper: readWrapper("meter") }, state);
  const files = databaseFiles(state);
  const rows: Partial<GrownWorld["rows"]> = {};
  let bills: GrownWorld["bills"];
  let bytesPerMessage: number;
  try {
    let last = readTableSizes(files);
    bills = await measureWriteActions(site, {
      ...size,
      onDone(action, times) {
        const now = readTableSizes(files);
        rows[action] = rowsPerAction(growthOf(last, now), times);
        last = now;
      },
    });
    const chatters = site.users.slice(size.users);
    await sendChats(site.url, chatters, MESSAGES.first);
    const few = objectBytes(state);
    await sendChats(site.url, chatters, MESSAGES.more, MESSAGES.first);
    bytesPerMessage = (objectBytes(state) - few) / (MESSAGES.more * CHATTERS);
  } finally {
    await site.stop();
  }
  return {
    growth: withFreeSpace(growthOf(before, readTableSizes(files)), files),
    rows: rows as GrownWorld["rows"],
    bills,
    users: size.users,
    bytesPerMessage,
  };
}

/** Adds the free space of pages to what tables gained, so few rows are measured as exactly as many. */
const withFreeSpace = (growth: TableSizes, files: readonly DatabaseFile[]): TableSizes =>
  Object.fromEntries(
    files.map((file) => {
      const fill = readFill(file);
      const tables = Object.entries(growth[file.binding] ?? {});
      return [
        file.binding,
        Object.fromEntries(tables.map(([table, { rows, bytes }]) => [table, { rows, bytes: bytes / fill }])),
      ];
    }),
  );

const rowsPerAction = (growth: TableSizes, times: number): RowsPerAction =>
  Object.fromEntries(
    Object.entries(growth).map(([database, tables]) => [
      database,
      Object.fromEntries(Object.entries(tables).map(([table, { rows }]) => [table, rows / times])),
    ]),
  );

const CHAT_CLASSES = /-(?:Conversation|UserHub)$/;

/** Bytes of all inboxes and conversations. */
function objectBytes(state: string): number {
  const folder = join(state, "v3/do");
  return readdirSync(folder)
    .filter((name) => CHAT_CLASSES.test(name))
    .flatMap((name) => readdirSync(join(folder, name)).map((file) => join(folder, name, file)))
    .filter((file) => file.endsWith(".sqlite") && !file.endsWith("metadata.sqlite"))
    .reduce((sum, file) => sum + fileBytes(file), 0);
}

function fileBytes(file: string): number {
  using db = new DatabaseSync(file, { readOnly: true });
  return Number(db.prepare("select sum(pgsize) as bytes from dbstat").get()?.bytes);
}

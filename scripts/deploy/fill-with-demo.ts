import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASES } from "#db/databases.ts";
import { databaseFile } from "../site/database-file.ts";
import { prepareState } from "../site/prepare.ts";
import { startSite } from "../site/site.ts";
import { backUp } from "./backup.ts";
import type { Config } from "./config.ts";
import { RemoteDatabase } from "./database.ts";
import { logStep } from "./log.ts";
import { withScratchFolder } from "./scratch.ts";
import type { Wrangler } from "./wrangler.ts";

/**
 * Fills an empty database and its bucket with the demo world, which is created locally first. Chats aren't part of it: they
 * are in Durable Objects. A database in use stays as it is.
 */
export async function fillWithDemo(wrangler: Wrangler, config: Config): Promise<void> {
  if ((await new RemoteDatabase(wrangler, config).appliedMigrations()).length)
    return logStep("demo world", "left out: the database is in use");
  const bucket = config.r2_buckets?.[0]?.bucket_name ?? config.name;
  await withScratchFolder(async (folder) => {
    const state = join(folder, "state");
    await prepareState(state);
    const dumps = [];
    for (const source of DATABASES) {
      const dump = join(folder, `demo-${source.name}.sql`);
      await backUp(localDatabase(databaseFile(state, source.name)), dump);
      dumps.push({ dump, remote: new RemoteDatabase(wrangler, config, source) });
    }
    const files = await writeFiles(state, join(folder, "files"));
    const list = join(folder, "files.json");
    writeFileSync(list, JSON.stringify(files));
    await wrangler.text(["r2", "bulk", "put", bucket, "--filename", list, "--remote", "--force"]);
    for (const { dump, remote } of dumps) await remote.importFile(dump);
    logStep("demo world", `created, with ${files.length} files`);
  });
}

/** A database file, read like a remote database. */
function localDatabase(file: string): Pick<RemoteDatabase, "query"> {
  const database = new DatabaseSync(file, { readOnly: true });
  return {
    async query<Row>(sql: string): Promise<Row[]> {
      const rows: Row[] = [];
      // Like D1's: the rows of all statements.
      for (const statement of sql.split(/;(?=select ')/))
        for (const row of database.prepare(statement).all()) rows.push(toRow(row) as Row);
      return rows;
    },
  };
}

/** D1 has blobs as lists of numbers. */
const toRow = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? [...value] : value]),
  );

/** Writes the files of a local site's bucket to a folder. Returns them with their names in the bucket. */
async function writeFiles(state: string, folder: string): Promise<{ key: string; file: string }[]> {
  mkdirSync(folder);
  const site = await startSite({ port: 0, state, vars: { LOG: "errors" } });
  const files: { key: string; file: string }[] = [];
  try {
    let cursor: string | undefined;
    do {
      const page = await site.bucket.list(cursor ? { cursor } : {});
      for (const { key } of page.objects) {
        const object = await site.bucket.get(key);
        if (!object) continue;
        const file = join(folder, String(files.length));
        writeFileSync(file, Buffer.from(await object.arrayBuffer()));
        files.push({ key, file });
      }
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor);
  } finally {
    await site.stop();
  }
  return files;
}

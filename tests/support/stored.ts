import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { db, runSql, testEnv } from "./browser.ts";

let names: string[] | undefined;

/** Counts the rows of each table, to check that a rejected call changes nothing. */
export async function tableSizes(): Promise<Record<string, number>> {
  names ??= (
    await runSql<{ name: string }>`select name from sqlite_master where type = 'table'
      and name not glob 'sqlite_*'
        and name not glob '_cf_*' and name not glob 'd1_*' and name not glob '*_search_*'`
  ).map(({ name }) => name);
  const counts = await db.batch(
    Object.fromEntries(
      names.map((name) => [
        name,
        statement<{ n: number }>(sql`select count(*) as n from ${sql.identifier(name)}`),
      ]),
    ),
  );
  return Object.fromEntries(Object.entries(counts).map(([name, [row]]) => [name, row?.n ?? 0]));
}

/** Counts the objects in the bucket. */
export async function storedObjects(): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await testEnv.BUCKET.list({ ...(cursor && { cursor }) });
    count += page.objects.length;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  return count;
}

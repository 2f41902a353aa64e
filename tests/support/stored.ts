import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { db, testEnv } from "./browser.ts";

let names: string[] | undefined;

/** How many rows each table has: what must be the same after something was refused. */
export async function tableSizes(): Promise<Record<string, number>> {
  names ??= (
    await db.all(
      statement<{
        name: string;
      }>(sql`select name from sqlite_master where type = 'table' and name not glob 'sqlite_*'
        and name not glob '_cf_*' and name not glob 'd1_*' and name not glob '*_search_*'`),
    )
  ).map(({ name }) => name);
  const counts = await db.batch(
    names.map((name) => statement<{ n: number }>(sql`select count(*) as n from ${sql.identifier(name)}`)),
  );
  return Object.fromEntries(names.map((name, i) => [name, counts[i]?.[0]?.n ?? 0]));
}

/** How many objects the bucket has. */
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

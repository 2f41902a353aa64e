import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { statement } from "#db/database.ts";
import { createItemRoute } from "#domain/shop/api.ts";
import { type Browser, db, runSql, type TestResponse, testEnv } from "./browser.ts";
import { textureFileOf } from "./wearable.ts";

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

/** Creates a shirt. `fields` override the input; undefined fields aren't sent. */
export function createItem(browser: Browser, fields: Record<string, unknown> = {}): Promise<TestResponse> {
  const all = { name: "Stripes", type_id: 4, texture: textureFileOf(), ...fields };
  const input = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return browser.call(createItemRoute, input);
}

/** Expects that a call is rejected and changes neither the database nor the bucket. */
export async function expectNothingStored(call: () => Promise<TestResponse>): Promise<TestResponse> {
  const [rows, objects] = [await tableSizes(), await storedObjects()];
  const response = await call();
  expect(response.status, JSON.stringify(response.body)).toBeGreaterThanOrEqual(400);
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(500);
  expect(await tableSizes()).toEqual(rows);
  expect(await storedObjects()).toBe(objects);
  return response;
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { migrate } from "#scripts/site/migrate.ts";
import { newFolder } from "#tests/support/new-folder.ts";

let folder: string;
let miniflare: Miniflare;
let d1: D1Database;

beforeAll(async () => {
  miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default {}",
      d1Databases: { DB: "test" },
      cf: false,
    }),
  );
  d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
});
afterAll(async () => {
  await miniflare.dispose();
});

const write = (name: string, ...statements: string[]) =>
  writeFileSync(join(folder, name), statements.join("\n--> statement-breakpoint\n"));
const names = async (sql: string) =>
  (await d1.prepare(sql).all<{ name: string }>()).results.map(({ name }) => name);
const applied = () => names("select name from d1_migrations order by id");
const tables = () =>
  names("select name from sqlite_master where type = 'table' and name like 't_' order by name");

describe("migrating a local database", () => {
  test("applies each migration once, and a bad one not at all", async () => {
    folder = newFolder();
    write("0000_one.sql", "create table t1 (id integer);", "create table t2 (id integer);");
    expect(await migrate(d1, folder)).toBe(1);
    expect(await migrate(d1, folder)).toBe(0);

    write("0001_two.sql", "create table t3 (id integer);");
    write("0002_bad.sql", "create table t4 (id integer);", "insert into missing values (1);");
    await expect(migrate(d1, folder)).rejects.toThrow(
      /^✗ The migration 0002_bad\.sql failed, and the database is as it was before it: .*no such table: missing/,
    );
    expect(await applied()).toEqual(["0000_one.sql", "0001_two.sql"]);
    expect(await tables()).toEqual(["t1", "t2", "t3"]);

    write("0002_bad.sql", "create table t4 (id integer);");
    expect(await migrate(d1, folder)).toBe(1);
    expect(await tables()).toEqual(["t1", "t2", "t3", "t4"]);
  });
});

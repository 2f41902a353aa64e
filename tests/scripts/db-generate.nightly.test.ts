import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASES } from "#db/databases.ts";
import { generateMigrations } from "#scripts/db-generate/generate-migration.ts";
import { sourceChanges } from "#scripts/db-generate/source-changes.ts";
import { readSources } from "#scripts/db-generate/sources.ts";
import { root } from "#scripts/run-script.mjs";
import { migrationProblems, readMigrations } from "#scripts/site/read-migrations.ts";

const insertTrigger = `-- The sum of all parts.
CREATE TRIGGER parts_insert AFTER INSERT ON parts BEGIN
  UPDATE sums SET size = CASE WHEN size IS NULL THEN new.size ELSE size + new.size END;
END;`;

describe("npm run db:generate", () => {
  let folder: string;
  const log = vi.spyOn(console, "log");
  beforeAll(() => {
    // In the project's folder, where the schema's import of drizzle-orm resolves.
    mkdirSync(join(root, ".bopolis"), { recursive: true });
    folder = mkdtempSync(join(root, ".bopolis/db-generate-"));
    for (const name of ["node_modules", "drizzle.config.ts"])
      symlinkSync(join(root, name), join(folder, name));
    for (const name of ["migrations/meta", "db/schema", "db/search", "db/triggers", "docs"])
      mkdirSync(join(folder, name), { recursive: true });
    // The other databases stay empty.
    for (const { folder: name } of DATABASES.filter((database) => database.folder)) {
      for (const part of ["schema", "search", "triggers"])
        mkdirSync(join(folder, "db", part, name), { recursive: true });
      write(`db/schema/${name}/index.ts`, "export {};");
    }
    write("migrations/meta/_journal.json", '{ "version": "7", "dialect": "sqlite", "entries": [] }');
    writeSchema("integer()");
    write("db/triggers/parts.sql", insertTrigger);
    log.mockImplementation(() => {});
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
    log.mockRestore();
  });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const writeSchema = (size: string) =>
    write(
      "db/schema/index.ts",
      `import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
export const parts = sqliteTable("parts", { id: integer().primaryKey(), size: integer() });
export const sums = sqliteTable("sums", { id: integer().primaryKey(), size: ${size} });`,
    );
  /** Generates a migration. Returns the SQL of all migrations after checking their files. */
  const generate = async (name: string): Promise<string[]> => {
    expect(await generateMigrations(folder, ["--name", name], "ignore")).toBe(0);
    const { migrations, journal } = readMigrations(join(folder, "migrations"));
    expect(migrationProblems(migrations, journal)).toEqual([]);
    // The journal and the newest snapshot.
    expect(readdirSync(join(folder, "migrations/meta"))).toHaveLength(2);
    const sql = migrations.map((migration) => migration.sql);
    expect(sourceChanges(readSources(folder, { folder: "" }), sql, "").after).toEqual([]);
    return sql;
  };

  test("writes tables with their triggers, nothing without changes, triggers alone, and a rebuild", async () => {
    const [first = ""] = await generate("first");
    expect(first.indexOf("CREATE TABLE `sums`")).toBeGreaterThanOrEqual(0);
    expect(first.endsWith(`\n--> statement-breakpoint\n${insertTrigger}\n`)).toBe(true);

    expect(await generate("nothing")).toEqual([first]);

    const changed = insertTrigger.replace("THEN new.size", "THEN 1");
    write("db/triggers/parts.sql", changed);
    const [, second = ""] = await generate("only_triggers");
    const drop = "DROP TRIGGER parts_insert;\n--> statement-breakpoint\n";
    expect(second).toBe(`${drop}${changed}\n`);

    writeSchema("integer().notNull()");
    const [, , third = ""] = await generate("rebuild");
    expect(third.startsWith(drop)).toBe(true);
    expect(third).toContain("ALTER TABLE `__new_sums` RENAME TO `sums`");
    expect(third.endsWith(`\n--> statement-breakpoint\n${changed}\n`)).toBe(true);
  }, 120_000);
});

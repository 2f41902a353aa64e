import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { breakingStatements, type Migration, migrationFile, planMigrations } from "./migrations.ts";
import { PRODUCTION_CONFIG } from "./paths.ts";
import { refuse } from "./problem.ts";
import { say } from "./say.ts";
import { withScratch } from "./scratch.ts";
import { type Wrangler, WranglerError } from "./wrangler.ts";

interface Result<Row> {
  results: Row[];
}

/** The site's database on Cloudflare, through wrangler. */
export class RemoteDatabase {
  readonly name: string;
  readonly #wrangler: Wrangler;

  constructor(wrangler: Wrangler, config: Config) {
    this.#wrangler = wrangler;
    this.name = config.d1_databases?.[0]?.database_name ?? config.name;
  }

  async query<Row>(sql: string): Promise<Row[]> {
    const results = await this.#wrangler.json<Result<Row>[]>([
      ...this.#execute(),
      "--json",
      "--command",
      sql,
    ]);
    return results.flatMap((result) => result.results ?? []);
  }

  /** Imports a file: all of it or nothing. */
  async importFile(file: string): Promise<void> {
    await this.#wrangler.text([...this.#execute(), "--yes", "--file", file]);
  }

  /** The names of the migrations that it has. */
  async applied(): Promise<string[]> {
    try {
      const rows = await this.query<{ name: string }>("select name from d1_migrations order by id");
      return rows.map(({ name }) => name);
    } catch (error) {
      if (error instanceof WranglerError && error.says(/no such table: d1_migrations/)) return [];
      throw error;
    }
  }

  async apply(migration: Migration): Promise<void> {
    await withScratch((folder) => {
      const file = join(folder, migration.name);
      writeFileSync(file, migrationFile(migration));
      return this.importFile(file);
    });
  }

  /** The point in time to go back to. */
  async bookmark(): Promise<string> {
    const { bookmark } = await this.#wrangler.json<{ bookmark: string }>([
      "d1",
      "time-travel",
      "info",
      this.name,
      "--json",
      "--config",
      PRODUCTION_CONFIG,
    ]);
    return bookmark;
  }

  /** Takes the whole database back to a bookmark or a time; returns the bookmark that undoes it. */
  async rewind(to: string): Promise<string> {
    const { previous_bookmark } = await this.#wrangler.json<{ previous_bookmark: string }>([
      "d1",
      "time-travel",
      "restore",
      this.name,
      `--${/^\d{4}-\d\d-\d\dT/.test(to) ? "timestamp" : "bookmark"}=${to}`,
      "--json",
      "--config",
      PRODUCTION_CONFIG,
    ]);
    return previous_bookmark;
  }

  #execute(): string[] {
    return ["d1", "execute", this.name, "--remote", "--config", PRODUCTION_CONFIG];
  }
}

/** Applies what the database lacks, each migration as a whole, before the worker that needs it is sent. */
export async function migrateDatabase(
  wrangler: Wrangler,
  config: Config,
  migrations: readonly Migration[],
  allowBreaking: boolean,
): Promise<void> {
  const database = new RemoteDatabase(wrangler, config);
  const applied = await database.applied();
  const { pending, unknown, problems } = planMigrations(migrations, applied);
  refuse(problems);
  const isEmpty = applied.length === 0;
  const breaking = pending.flatMap(({ name, sql }) =>
    breakingStatements(sql).map((statement) => `migrations/${name}: ${statement}`),
  );
  if (breaking.length && !isEmpty && !allowBreaking)
    refuse([
      ...breaking,
      "The version that is running would fail on this. docs/operating.md, Upgrade, says what to do; --allow-breaking goes ahead.",
    ]);
  for (const name of unknown) say(name, "applied, and unknown to this code: is this an old checkout?");
  if (pending.length && !isEmpty) say("point to go back to", await database.bookmark());
  for (const migration of pending) {
    await database.apply(migration);
    say(migration.name, "applied");
  }
  if (pending.length === 0) say("migrations", "nothing to apply");
}

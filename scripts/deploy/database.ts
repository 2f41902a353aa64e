import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Statement } from "#db/database.ts";
import { DATABASES, type DatabaseSource } from "#db/databases.ts";
import { root } from "../run-script.mjs";
import { breakingProblems } from "./breaking-changes.ts";
import type { Config } from "./config.ts";
import { estimateLines, estimateMigrations, slowProblems } from "./estimate-migrations.ts";
import { PRODUCTION_CONFIG } from "./generate-config.ts";
import { logStep } from "./log.ts";
import {
  inFolder,
  type Migration,
  migrationFile,
  migrationsPath,
  planMigrations,
  readMigrations,
} from "./migrations.ts";
import { Problem, throwProblems } from "./problem.ts";
import { withScratchFolder } from "./scratch.ts";
import { DATABASE_LOCATIONS, type DatabaseLocation } from "./settings.ts";
import { type SqlValue, sqlLiteral } from "./sql-literal.ts";
import { type Wrangler, WranglerError } from "./wrangler.ts";

interface Result<Row> {
  results: Row[];
  meta?: { served_by_region?: string; served_by_colo?: string };
}

/** Returns a statement as text: `wrangler d1 execute` has no parameters. */
function inlineParams({ sql, params }: Statement): string {
  const values = params.map((value) => sqlLiteral(value as SqlValue));
  const text = sql.split("?");
  if (text.length !== values.length + 1) throw new Error(`${sql} needs ${text.length - 1} parameters.`);
  return text.map((part, i) => part + (values[i] ?? "")).join("");
}

/** A database of the site on Cloudflare, accessed through wrangler. */
export class RemoteDatabase {
  readonly name: string;
  readonly #wrangler: Wrangler;

  /** The main database by default. */
  constructor(
    wrangler: Wrangler,
    config: Config,
    { binding }: Pick<DatabaseSource, "binding"> = { binding: "DB" },
  ) {
    this.#wrangler = wrangler;
    this.name = config.d1_databases?.find((each) => each.binding === binding)?.database_name ?? config.name;
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

  /** Returns where the primary is; null if Cloudflare doesn't say. */
  async location(): Promise<{ location: DatabaseLocation; colo: string | null } | null> {
    const [result] = await this.#wrangler.json<Result<unknown>[]>([
      ...this.#execute(),
      "--json",
      "--command",
      "select 1",
    ]);
    const { served_by_region: region, served_by_colo: colo } = result?.meta ?? {};
    const location = DATABASE_LOCATIONS.find((name) => name === region?.toLowerCase());
    return location ? { location, colo: colo ?? null } : null;
  }

  /** Runs statements of the worker in one transaction. Returns the rows of all. */
  run<Row>(statements: readonly Statement<Row>[]): Promise<Row[]> {
    return this.query<Row>(statements.map(inlineParams).join(";\n"));
  }

  /** Imports a file atomically. */
  async importFile(file: string): Promise<void> {
    await this.#wrangler.text([...this.#execute(), "--yes", "--file", file]);
  }

  /** Returns the names of the applied migrations. */
  async appliedMigrations(): Promise<string[]> {
    try {
      const rows = await this.query<{ name: string }>("select name from d1_migrations order by id");
      return rows.map(({ name }) => name);
    } catch (error) {
      if (error instanceof WranglerError && error.matches(/no such table: d1_migrations/)) return [];
      throw error;
    }
  }

  async applyMigration(migration: Migration): Promise<void> {
    await withScratchFolder((folder) => {
      const file = join(folder, migration.name);
      writeFileSync(file, migrationFile(migration));
      return this.importFile(file);
    });
  }

  /** Returns a Time Travel bookmark for the current state. */
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

  /** Rewinds the database to a bookmark or a time. Returns the bookmark that undoes it. */
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

/** Risks that the operator has accepted. */
export interface MigrationConsent {
  /** Migrations that break the running version. */
  allowBreaking: boolean;
  /** Migrations that probably take longer than Cloudflare allows. */
  allowSlow: boolean;
}

export interface MigrationOptions extends MigrationConsent {
  /** Called before each migration. Throws if this process may no longer change the database. */
  extendLock(): Promise<void>;
}

/** The migrations of a database. */
export interface DatabaseMigrations {
  database: RemoteDatabase;
  /** Where they are: `migrations/forum`. */
  path: string;
  migrations: readonly Migration[];
}

/** Each check is a process of its own. */
const CHECKED_AT_ONCE = 4;

/** Returns all databases of a site with their migrations, the main one first. */
export const databasesWithMigrations = (wrangler: Wrangler, config: Config): DatabaseMigrations[] =>
  DATABASES.map((source) => ({
    database: new RemoteDatabase(wrangler, config, source),
    path: migrationsPath(source),
    migrations: readMigrations(join(root, migrationsPath(source))).migrations,
  }));

/**
 * Applies pending migrations of all databases, each atomically, before the worker that needs them is deployed. Checks all of them
 * before the first one.
 */
export async function migrateDatabases(
  all: readonly DatabaseMigrations[],
  options: MigrationOptions,
): Promise<void> {
  const plans: { path: string; apply(): Promise<number> }[] = [];
  for (let i = 0; i < all.length; i += CHECKED_AT_ONCE)
    plans.push(
      ...(await Promise.all(
        all.slice(i, i + CHECKED_AT_ONCE).map(async (one) => ({
          path: one.path,
          apply: await planMigration(one, options),
        })),
      )),
    );
  const applied = new Map<string, number>();
  for (const { path, apply } of plans) applied.set(path, (applied.get(path) ?? 0) + (await apply()));
  for (const [path, count] of applied) if (count === 0) logStep(path, "nothing to apply");
}

/** Checks the pending migrations of a database. Returns the function that applies them and returns how many. */
async function planMigration(
  { database, path, migrations }: DatabaseMigrations,
  { allowBreaking, allowSlow, extendLock }: MigrationOptions,
): Promise<() => Promise<number>> {
  const applied = await database.appliedMigrations();
  const { pending, unknown, problems } = planMigrations(migrations, applied);
  throwProblems(inFolder(problems, path));
  const isEmpty = applied.length === 0;
  if (!isEmpty && !allowBreaking) throwProblems(inFolder(breakingProblems(migrations, applied), path));
  for (const name of unknown)
    logStep(`${path}/${name}`, "applied, but missing here. Is your checkout out of date?");
  if (pending.length && !isEmpty) {
    const estimates = await estimateMigrations(migrations, applied, (sql) => database.query(sql));
    for (const line of estimates.flatMap(estimateLines)) logStep("estimate", line);
    if (!allowSlow) throwProblems(inFolder(slowProblems(estimates), path));
    logStep(`restore point of ${database.name}`, await database.bookmark());
  }
  return async () => {
    for (const migration of pending) {
      await extendLock();
      try {
        await database.applyMigration(migration);
      } catch (error) {
        throw new Problem(
          `✗ ${path}/${migration.name} failed: ${(error as Error).message}`,
          "The database is as it was before this migration, and the running version goes on. Nothing was uploaded.",
        );
      }
      logStep(`${path}/${migration.name}`, "applied");
    }
    return pending.length;
  };
}

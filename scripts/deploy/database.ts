import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Statement } from "#db/database.ts";
import { DATABASES } from "#db/databases.ts";
import { logStep } from "../log.ts";
import { root } from "../run-script.mjs";
import {
  type Migration,
  migrationProblems,
  migrationsPath,
  readMigrations,
} from "../site/read-migrations.ts";
import type { CloudflareApi } from "./cloudflare-api.ts";
import { type Config, PRODUCTION_CONFIG } from "./config.ts";
import { Problem, throwProblems } from "./problem.ts";
import { withScratchFolder } from "./scratch.ts";
import { type SqlValue, sqlLiteral } from "./sql-literal.ts";
import type { Wrangler } from "./wrangler.ts";

/** Returns a statement as text: several with parameters can't be one transaction. */
function inlineParams({ sql, params }: Statement): string {
  const values = params.map((value) => sqlLiteral(value as SqlValue));
  const text = sql.split("?");
  if (text.length !== values.length + 1) throw new Error(`${sql} needs ${text.length - 1} parameters.`);
  return text.map((part, i) => part + (values[i] ?? "")).join("");
}

/** Returns the migrations that a database lacks. Throws if one comes before an applied migration. */
export function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly string[],
  path: string,
): Migration[] {
  const [first] = migrations;
  if (first && applied.length > 0 && !applied.includes(first.name))
    throw new Problem(
      `✗ The database of ${path} has data of a version before 1.0, which this version can't read. Deploy a new site under another name.`,
    );
  const last = migrations.findLastIndex(({ name }) => applied.includes(name));
  const pending = migrations.filter(({ name }) => !applied.includes(name));
  const [early] = migrations.slice(0, last + 1).filter((each) => pending.includes(each));
  if (early)
    throw new Problem(
      `✗ ${path}/${early.name} comes before an applied migration. Only add migrations at the end.`,
    );
  return pending;
}

const CREATE_TABLE =
  "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);\n";

/**
 * Returns migrations and their entries in wrangler's table as one file. Files are imported atomically.
 * `wrangler d1 migrations apply --remote` works differently and cuts off triggers at an inner END.
 */
export const migrationsFile = (migrations: readonly Migration[]): string =>
  CREATE_TABLE +
  migrations
    .map(
      ({ name, sql }) =>
        `${sql.trimEnd().replace(/;?$/, ";")}\nINSERT INTO d1_migrations (name) VALUES ('${name.replaceAll("'", "''")}');\n`,
    )
    .join("");

/** A site's account and how to reach it. */
export interface Account {
  id: string;
  api: CloudflareApi;
  wrangler: Wrangler;
}

/** A database of the site on Cloudflare. */
export class RemoteDatabase {
  readonly name: string;
  readonly #wrangler: Wrangler;
  readonly #api: CloudflareApi;
  readonly #path: string;

  constructor({ id, api, wrangler }: Account, name: string, database: string) {
    this.name = name;
    this.#wrangler = wrangler;
    this.#api = api;
    this.#path = `/accounts/${id}/d1/database/${database}`;
  }

  /** Runs statements in one transaction. Returns the rows of all. */
  async query<Row>(sql: string): Promise<Row[]> {
    const results = await this.#api.call<{ results?: Row[] }[]>("POST", `${this.#path}/query`, { sql });
    return results.flatMap(({ results: rows }) => rows ?? []);
  }

  /** Runs statements of the worker in one transaction. Returns the rows of all. */
  run<Row>(statements: readonly Statement<Row>[]): Promise<Row[]> {
    return this.query<Row>(statements.map(inlineParams).join(";\n"));
  }

  /** Returns the names of the applied migrations. */
  async appliedMigrations(): Promise<string[]> {
    const tables = await this.query("select 1 from sqlite_master where name = 'd1_migrations'");
    if (tables.length === 0) return [];
    const rows = await this.query<{ name: string }>("select name from d1_migrations order by id");
    return rows.map(({ name }) => name);
  }

  /** Applies migrations as one transaction. */
  applyMigrations(migrations: readonly Migration[]): Promise<string> {
    return withScratchFolder((folder) => {
      const file = join(folder, "migrations.sql");
      writeFileSync(file, migrationsFile(migrations));
      const target = [this.name, "--remote", "--config", PRODUCTION_CONFIG];
      return this.#wrangler.text(["d1", "execute", ...target, "--yes", "--file", file]);
    });
  }

  /** Returns a Time Travel bookmark of now. */
  async bookmark(): Promise<string> {
    return (await this.#api.call<{ bookmark: string }>("GET", `${this.#path}/time_travel/bookmark`)).bookmark;
  }

  /** Turns read replicas on or off. Returns whether that changed anything. */
  async setReplicas(mode: "auto" | "disabled"): Promise<boolean> {
    const found = await this.#api.call<{ read_replication?: { mode: string } }>("GET", this.#path);
    if ((found.read_replication?.mode ?? "disabled") === mode) return false;
    await this.#api.call("PATCH", this.#path, { read_replication: { mode } });
    return true;
  }

  /** Rewinds the database to a bookmark or a time. Returns the bookmark that undoes it. */
  async rewind(to: string): Promise<string> {
    const of = isTime(to) ? `timestamp=${encodeURIComponent(to)}` : `bookmark=${encodeURIComponent(to)}`;
    const path = `${this.#path}/time_travel/restore?${of}`;
    return (await this.#api.call<{ previous_bookmark: string }>("POST", path)).previous_bookmark;
  }
}

/** Whether a point of Time Travel is a time rather than a bookmark. */
export const isTime = (to: string): boolean => /^\d{4}-\d\d-\d\dT/.test(to);

/** Returns the site's databases, the main one first. */
export async function remoteDatabases(account: Account, config: Pick<Config, "d1_databases">) {
  const list = await account.api.list<{ name: string; uuid: string }>(`/accounts/${account.id}/d1/database`);
  return DATABASES.map(({ binding }) => {
    const name = config.d1_databases.find((each) => each.binding === binding)?.database_name ?? "";
    const found = list.find((each) => each.name === name);
    if (!found) throw new Problem(`✗ The account has no database ${name}. Run \`npm run deploy\` first.`);
    return new RemoteDatabase(account, name, found.uuid);
  }) as [RemoteDatabase, ...RemoteDatabase[]];
}

/** Reads the migrations of all databases. Throws a Problem if the files don't fit together. */
export function readAllMigrations(): { path: string; migrations: Migration[] }[] {
  const all = DATABASES.map((source) => {
    const path = migrationsPath(source);
    return { path, ...readMigrations(join(root, path)) };
  });
  throwProblems(
    all.flatMap(({ path, migrations, journal }) =>
      migrationProblems(migrations, journal).map((problem) => `${path}: ${problem}`),
    ),
  );
  return all;
}

/**
 * Applies pending migrations, those of a database as one transaction, before the worker that needs them is deployed. Migrations only
 * add, so the version that runs meanwhile works with them.
 */
export async function migrateDatabases(
  databases: readonly RemoteDatabase[],
  all: ReturnType<typeof readAllMigrations>,
): Promise<void> {
  for (const [i, { path, migrations }] of all.entries()) {
    const database = databases[i] as RemoteDatabase;
    const applied = await database.appliedMigrations();
    const pending = pendingMigrations(migrations, applied, path);
    if (pending.length && applied.length)
      logStep(`restore point of ${database.name}`, await database.bookmark());
    try {
      if (pending.length) await database.applyMigrations(pending);
    } catch (error) {
      throw new Problem(
        `✗ ${path}/${pending.map(({ name }) => name).join(", ")} failed: ${(error as Error).message}`,
        `${database.name} is as it was before, and the running version goes on. Nothing was uploaded.`,
      );
    }
    logStep(path, pending.length ? `${pending.length} applied` : "nothing to apply");
  }
}

import { operatorTokenName } from "#worker/operator/operator-token.ts";
import type { RemoteDatabase } from "./database.ts";
import { sqlLiteral } from "./sql-literal.ts";

/**
 * State that deployments share, in a table of their own in the site's database: it outlives checkouts and machines. It's older
 * than any migration, so migrations don't create it.
 */
const TABLE = "d1_deployments";
const CREATE = `create table if not exists ${TABLE} (name text primary key, value text not null, expires_at integer not null default 0) without rowid`;

/** `url`: the site's URL. `object_tag`: the newest tag of [[migrations]] (Durable Object classes) that is deployed. */
const STATE_NAMES = ["url", "object_tag"] as const;
export type StateName = (typeof STATE_NAMES)[number];

/** The rows that deployments share. Each call is one transaction. */
export class DeployState {
  readonly #database: RemoteDatabase;

  constructor(database: RemoteDatabase) {
    this.#database = database;
  }

  async read(): Promise<Partial<Record<StateName, string>>> {
    const rows = await this.#database.query<{ name: string; value: string }>(
      `${CREATE}; select name, value from ${TABLE} where name in (${STATE_NAMES.map(sqlLiteral).join(", ")})`,
    );
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }

  async write(values: Readonly<Partial<Record<StateName, string>>>): Promise<void> {
    const rows = Object.entries(values).map(([name, value]) => `(${sqlLiteral(name)}, ${sqlLiteral(value)})`);
    if (rows.length === 0) return;
    await this.#database.query(
      `${CREATE}; insert or replace into ${TABLE} (name, value) values ${rows.join(", ")}`,
    );
  }

  /** Takes the lock if it's free, expired or already this value's. Returns the value that holds it afterwards. */
  async lock(value: string, now: number, until: number): Promise<string> {
    const rows = await this.#database.query<{ holder?: string }>(
      `${CREATE}; insert into ${TABLE} (name, value, expires_at) values ('lock', ${sqlLiteral(value)}, ${until})
        on conflict (name) do update set value = excluded.value, expires_at = excluded.expires_at
        where expires_at <= ${now} or value = excluded.value;
      select value as holder from ${TABLE} where name = 'lock'`,
    );
    return rows.at(-1)?.holder ?? "";
  }

  /** Gives the lock to this value, without regard to the present holder. */
  async seize(value: string, until: number): Promise<void> {
    await this.#database.query(
      `${CREATE}; insert or replace into ${TABLE} (name, value, expires_at) values ('lock', ${sqlLiteral(value)}, ${until})`,
    );
  }

  /** Extends the lock if this value still holds it. Returns the value that holds it; null if it's free. */
  async extend(value: string, until: number): Promise<string | null> {
    const rows = await this.#database.query<{ holder?: string }>(
      `update ${TABLE} set expires_at = ${until} where name = 'lock' and value = ${sqlLiteral(value)};
      select value as holder from ${TABLE} where name = 'lock'`,
    );
    return rows.at(-1)?.holder ?? null;
  }

  /** Frees the lock if this value holds it. */
  async unlock(value: string): Promise<void> {
    await this.#database.query(`delete from ${TABLE} where name = 'lock' and value = ${sqlLiteral(value)}`);
  }

  /** Returns the value that holds the lock; null if it's free. */
  async holder(): Promise<string | null> {
    const rows = await this.#database.query<{ holder?: string }>(
      `${CREATE}; select value as holder from ${TABLE} where name = 'lock'`,
    );
    return rows.at(-1)?.holder ?? null;
  }

  /** Lets the operator's endpoints accept a token until then. Only its hash is stored. */
  async grant(token: string, now: number, until: number): Promise<void> {
    await this.#database.query(
      `${CREATE}; delete from ${TABLE} where name like 'operator %' and expires_at <= ${now};
      insert or replace into ${TABLE} (name, value, expires_at) values (${sqlLiteral(operatorTokenName(token))}, '', ${until})`,
    );
  }

  async revoke(token: string): Promise<void> {
    await this.#database.query(`delete from ${TABLE} where name = ${sqlLiteral(operatorTokenName(token))}`);
  }
}

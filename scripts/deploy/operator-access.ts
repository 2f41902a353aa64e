import { operatorTokenName } from "#worker/operator/make-admin.ts";
import { newSecret } from "../site/new-secret.ts";
import { OperatorClient } from "../site/operator-client.ts";
import type { RemoteDatabase } from "./database.ts";
import { sqlLiteral } from "./sql-literal.ts";

/** Longer than any command takes that is interrupted before it revokes its token. */
const VALID_MS = 24 * 3_600_000;
/** A table of the deployment's own: it's older than any migration, so migrations don't create it. */
const CREATE =
  "create table if not exists d1_deployments (name text primary key, value text not null, expires_at integer not null default 0) without rowid";

/** The access of one command to the operator's endpoints of a site. */
export interface OperatorAccess {
  client: OperatorClient;
  /** Restores the access after the database was rewound. */
  renew(): Promise<void>;
}

/**
 * Gives `work` access to the operator's endpoints, and takes it away afterwards. The hash of a token is in the database meanwhile, so
 * the worker needs no new version.
 */
export async function withOperatorAccess<Result>(
  { database, url }: { database: RemoteDatabase; url: string },
  work: (access: OperatorAccess) => Promise<Result>,
): Promise<Result> {
  const token = newSecret();
  const name = sqlLiteral(operatorTokenName(token));
  const renew = async (): Promise<void> => {
    const now = Date.now();
    await database.query(
      `${CREATE}; delete from d1_deployments where name like 'operator %' and expires_at <= ${now};
      insert or replace into d1_deployments (name, value, expires_at) values (${name}, '', ${now + VALID_MS})`,
    );
  };
  await renew();
  try {
    return await work({ client: new OperatorClient({ url, secret: token }), renew });
  } finally {
    await database.query(`delete from d1_deployments where name = ${name}`);
  }
}

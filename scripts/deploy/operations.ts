import { existsSync } from "node:fs";
import { raiseSequences, type SequenceRow, sequencesOf, sequencesQuery } from "#db/sequences.ts";
import {
  accountQuery,
  adminMessage,
  adminStatements,
  operatorTokenName,
  unknownUser,
} from "#worker/operator/make-admin.ts";
import { logStep } from "../log.ts";
import { buildSite } from "../site/build.ts";
import { newSecret } from "../site/new-secret.ts";
import { OperatorClient } from "../site/operator-client.ts";
import { describeRun, showProgress } from "../site/progress.ts";
import { CloudflareApi } from "./cloudflare-api.ts";
import { PRODUCTION_CONFIG, writeProductionConfig } from "./config.ts";
import { isTime, type RemoteDatabase, remoteDatabases } from "./database.ts";
import { createResources, findAccount, preflight } from "./preflight.ts";
import { Problem } from "./problem.ts";
import { deployWorker } from "./release.ts";
import { prepareSecrets, secretsFile } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import { sqlLiteral } from "./sql-literal.ts";
import type { Wrangler } from "./wrangler.ts";

export interface Operation {
  wrangler: Wrangler;
  settings: Settings;
  /** The site's URL, for a site without a domain. */
  url?: string | undefined;
  /** Throws a Problem unless the operator confirms. */
  confirm(question: string): Promise<void>;
}

/** Returns the databases of the deployed site, the main one first, and writes the configuration for wrangler. */
export async function connect({ wrangler, settings }: Pick<Operation, "wrangler" | "settings">) {
  const api = new CloudflareApi(wrangler);
  const { id } = await findAccount(api, settings);
  if (!existsSync(PRODUCTION_CONFIG)) await buildSite();
  const config = writeProductionConfig(settings, { account_id: id });
  return remoteDatabases({ id, api, wrangler: wrangler.forAccount(id) }, config);
}

/** Makes a user of a deployed site an admin, as `npm run admin` does for a self-hosted site. Returns the message for the operator. */
export async function makeRemoteAdmin(database: RemoteDatabase, username: string, now = Date.now()) {
  const [account] = await database.run([accountQuery(username)]);
  if (!account) throw new Problem(`✗ ${unknownUser(username)}`);
  const command = "npm run deploy -- --make-admin";
  await database.run(Object.values(adminStatements(account, { command, now })));
  return adminMessage(account);
}

/** Turns off the second factor of a user who can't sign in any more. The deployed site does it. */
export async function resetTwoFactor(operation: Operation, username: string): Promise<void> {
  const url = siteUrl(operation);
  const [database] = await connect(operation);
  await operation.confirm(`${username} will be able to sign in with the password alone. Continue?`);
  const message = await withOperatorAccess({ database, url }, ({ client }) =>
    client.resetTwoFactor(username),
  );
  logStep("second factor", message);
}

/** The URL of the deployed site: its first domain, or the one that the operator enters. */
function siteUrl({ settings: { domains }, url }: Operation): string {
  if (url) return url.replace(/\/$/, "");
  if (domains[0]) return `https://${domains[0]}`;
  throw new Problem("✗ Enter the site's URL: --url https://… (npm run deploy prints it).");
}

/** Lets the site back itself up now, into its bucket. */
export async function backUpNow(operation: Operation): Promise<void> {
  const url = siteUrl(operation);
  const [database] = await connect(operation);
  const run = await withOperatorAccess({ database, url }, ({ client }) => client.backUp(showProgress));
  logStep(`backup ${run.id}`, describeRun(run));
}

/**
 * Lets a site without a database restore a backup that's in its bucket. Creates what's missing, and deploys the worker closed for
 * everyone else. The next deployment opens the site.
 */
export async function restoreBackup(
  { wrangler, settings }: Pick<Operation, "wrangler" | "settings">,
  id: string,
  environment: Record<string, string | undefined>,
): Promise<void> {
  const api = new CloudflareApi(wrangler);
  const account = await findAccount(api, settings);
  await buildSite();
  const config = writeProductionConfig(settings, { account_id: account.id, vars: { RESTORING: "on" } });
  const found = await preflight(api, account.id, config, settings);
  await createResources(api, account.id, config, found, settings);
  const [database] = await connect({ wrangler, settings });
  const tables = await database.query<{ name: string }>(
    "select name from sqlite_master where name in ('d1_migrations', 'restore_progress')",
  );
  // A restore that was interrupted goes on.
  if (tables.length && !tables.some(({ name }) => name === "restore_progress"))
    throw new Problem(
      `✗ The database of ${settings.name} is in use. A backup can only be restored into an empty database.`,
      "  To rewind it, use Time Travel (docs/operations.md, Back up and restore).",
    );
  const secret = newSecret();
  const secrets = prepareSecrets(found.secrets, environment, secretsFile(settings.name));
  writeProductionConfig(settings, { account_id: account.id, vars: { RESTORING: "on" } });
  const { url } = await deployWorker(
    wrangler.forAccount(account.id),
    { ...secrets, OPERATOR_SECRET: secret },
    settings,
  );
  const run = await new OperatorClient({ url, secret }).restore(id, showProgress);
  logStep(`backup ${id}`, describeRun(run));
}

/** Returns where each database is rewound to: one time for all, or their bookmarks in order, separated by commas. */
export function rewindTargets(databases: readonly RemoteDatabase[], to: string): string[] {
  if (isTime(to) && !Number.isNaN(Date.parse(to))) return databases.map(() => to);
  const bookmarks = to.split(",");
  if (bookmarks.length !== databases.length)
    throw new Problem(
      `✗ Enter a time such as 2030-01-31T12:00:00Z, or ${databases.length} bookmarks separated by commas: of ${databases.map(({ name }) => name).join(" and ")}.`,
    );
  return bookmarks;
}

/** Rewinds all databases, and makes the site forget what it had read from them before. */
export async function rewindTo(operation: Operation, to: string): Promise<void> {
  const url = siteUrl(operation);
  const databases = await connect(operation);
  rewindTargets(databases, to);
  const names = databases.map(({ name }) => name).join(" and ");
  await operation.confirm(`Everything written to ${names} since ${to} will be lost. Continue?`);
  await rewindSite(databases, url, to);
}

/** Rewinds the main database last: what others still write meanwhile then has its effects on it afterwards. */
export async function rewindSite(
  databases: readonly [RemoteDatabase, ...RemoteDatabase[]],
  url: string,
  to: string,
): Promise<void> {
  const targets = rewindTargets(databases, to);
  await withOperatorAccess({ database: databases[0], url }, async ({ client, renew }) => {
    const undo: string[] = [];
    for (const [i, each] of [...databases.entries()].reverse())
      undo[i] = await rewindDatabase(each, targets[i] ?? to);
    logStep("to undo it", `npm run deploy -- --rewind ${undo.join(",")}`);
    await renew();
    await client.forgetBeforeRewind();
    logStep("objects", "have forgotten what they knew of the database. Everyone who is online reconnects.");
  });
}

/**
 * Rewinds a database and raises its sequences past every id it has assigned since, so no id is reused. Returns the bookmark that
 * undoes it.
 */
export async function rewindDatabase(database: RemoteDatabase, to: string): Promise<string> {
  const before = sequencesOf(await database.query<SequenceRow>(sequencesQuery));
  const undo = await database.rewind(to);
  logStep(database.name, `rewound to ${to}`);
  await database.query(raiseSequences(before).join(";\n"));
  logStep("sequences", "raised past every id used so far. Run `npm run deploy` next.");
  return undo;
}

/** Longer than any command takes that is interrupted before it revokes its token. */
const VALID_MS = 24 * 3_600_000;
/** A table of the deployment's own: it's older than any migration, so migrations don't create it. */
const CREATE =
  "create table if not exists d1_deployments (name text primary key, value text not null, expires_at integer not null default 0) without rowid";

/** The access of one command to the operator's endpoints of a site. */
interface OperatorAccess {
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

/** Reads the value of `--read-only`. Throws a Problem if it's neither `on` nor `off`. */
export function readSwitch(value: string): "on" | "off" {
  if (value === "on" || value === "off") return value;
  throw new Problem(`✗ --read-only ${JSON.stringify(value)} isn't possible: enter on or off.`);
}

/** Returns the SQL that switches read-only mode. */
export const readOnlySql = (value: "on" | "off"): string =>
  `insert into site_values (name, value) values ('read_only', '${value}') on conflict (name) do update set value = excluded.value`;

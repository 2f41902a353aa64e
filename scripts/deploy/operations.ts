import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { DATABASES } from "#db/databases.ts";
import { raiseSequences, type SequenceRow, sequencesOf, sequencesQuery } from "#db/sequences.ts";
import { accountQuery, adminMessage, adminStatements, unknownUser } from "#worker/operator/make-admin.ts";
import { buildSite } from "../site/build.ts";
import { OperatorClient } from "../site/operator-client.ts";
import { describeRun, showProgress } from "../site/progress.ts";
import { ensureResources, findAccount, findDatabaseIds, findSecrets } from "./account.ts";
import type { Config } from "./config.ts";
import { RemoteDatabase } from "./database.ts";
import { DeployState } from "./deploy-state.ts";
import { deployWorker, WORKER_ARGS } from "./deploy-worker.ts";
import { generateConfig, PRODUCTION_CONFIG, writeConfig } from "./generate-config.ts";
import { breakLock, withLock } from "./lock.ts";
import { logHeading, logStep } from "./log.ts";
import { withOperatorAccess } from "./operator-access.ts";
import { requiredResources } from "./plan.ts";
import { Problem, throwProblems } from "./problem.ts";
import { newSecret, planSecrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import { NOT_NEWEST, type Wrangler, WranglerError } from "./wrangler.ts";

export interface Operation {
  wrangler: Wrangler;
  settings: Settings;
  confirm(question: string): Promise<boolean>;
}

/** Returns wrangler for the account and the configuration of the last deployment, generated again if it's missing. */
export async function connect({
  wrangler,
  settings,
}: Operation): Promise<{ wrangler: Wrangler; config: Config }> {
  const account = await findAccount(wrangler, settings);
  const accountWrangler = wrangler.forAccount(account.id);
  if (existsSync(PRODUCTION_CONFIG)) {
    const config = JSON.parse(readFileSync(PRODUCTION_CONFIG, "utf8")) as Config;
    if (config.name === settings.name && config.account_id === account.id)
      return { wrangler: accountWrangler, config };
  }
  await buildSite();
  const databases = await findDatabaseIds(
    accountWrangler,
    requiredResources(generateConfig(settings, {}, PRODUCTION_CONFIG)),
  );
  const config = { ...generateConfig(settings, databases, PRODUCTION_CONFIG), account_id: account.id };
  writeConfig(config, PRODUCTION_CONFIG);
  return { wrangler: accountWrangler, config };
}

export async function makeAdmin(operation: Operation, username: string): Promise<void> {
  const { wrangler, config } = await connect(operation);
  console.log(await makeRemoteAdmin(new RemoteDatabase(wrangler, config), username));
}

/** Makes a user of a deployed site an admin, as `npm run admin` does for a self-hosted site. Returns the message for the operator. */
export async function makeRemoteAdmin(
  database: RemoteDatabase,
  username: string,
  now = Date.now(),
): Promise<string> {
  const [account] = await database.run([accountQuery(username)]);
  if (!account) throw new Problem(`✗ ${unknownUser(username)}`);
  const command = "npm run deploy -- --make-admin";
  await database.run(Object.values(adminStatements(account, { command, now })));
  return adminMessage(account);
}

/** Turns off the second factor of a user who can't sign in any more. The deployed site does it. */
export async function resetTwoFactor(
  operation: Operation,
  username: string,
  url: string | undefined,
): Promise<void> {
  const site = siteUrl(operation.settings, url);
  const { wrangler, config } = await connect(operation);
  if (!(await operation.confirm(`${username} will be able to sign in with the password alone. Continue?`)))
    throw new Problem("Nothing was changed.");
  const state = stateOf(wrangler, config);
  const message = await withLock(state, process.env, () =>
    withOperatorAccess({ wrangler, state, url: site }, ({ client }) =>
      acceptedClient(client).resetTwoFactor(username),
    ),
  );
  logStep("second factor", message);
}

interface Version {
  id: string;
  metadata: { created_on: string };
  annotations?: Record<string, string>;
}

export async function rollBack(operation: Operation, version: string | undefined): Promise<void> {
  if (version !== undefined && !/^[0-9a-f-]{36}$/.test(version))
    throw new Problem(`✗ ${version} isn't a version id.`);
  const connected = await connect(operation);
  const { wrangler } = connected;
  const config = ["--config", PRODUCTION_CONFIG];
  const versions = await wrangler.json<Version[]>(["versions", "list", "--json", ...config]);
  logHeading("Versions, newest last");
  for (const { id, metadata, annotations } of versions)
    console.log(`  ${id}  ${metadata.created_on.slice(0, 19)}  ${annotations?.["workers/message"] ?? ""}`);
  console.log(`
A rollback only changes the worker. The database, its migrations, files, queues and Durable Objects stay as they are:
- Migrations only keep the previous version working, so don't go back further than that.
- Cloudflare rejects a rollback past a change of [[migrations]] (Durable Object classes).
- Each version has its own secrets. If you rotated SESSION_SECRET since then, rotate it again.`);
  const target = version ?? "the previous version";
  if (!(await operation.confirm(`Roll back to ${target}?`))) throw new Problem("Nothing was changed.");
  await withLock(stateOf(wrangler, connected.config), process.env, () => rollBackTo(wrangler, version));
}

/** Rolls the worker back to a version, or to the previous one. */
async function rollBackTo(wrangler: Wrangler, version: string | undefined): Promise<void> {
  const to = version ? [version] : [];
  const output = await wrangler.text([
    "rollback",
    ...to,
    ...WORKER_ARGS,
    "--message",
    "npm run deploy -- --rollback",
    "--yes",
  ]);
  const current = /Current Version ID:\s*(\S+)/.exec(output)?.[1] ?? version;
  logStep("rolled back to", current ?? "the previous version");
}

/** The URL of the deployed site: its first domain, or the one that the operator enters. */
function siteUrl({ domains }: Settings, url: string | undefined): string {
  if (url) return url.replace(/\/$/, "");
  if (domains[0]) return `https://${domains[0]}`;
  throw new Problem("✗ Enter the site's URL: --url https://… (npm run deploy prints it).");
}

/** The client of a command that can do nothing without the site. */
function acceptedClient(client: OperatorClient | null): OperatorClient {
  if (client) return client;
  throw new Problem(
    "✗ The deployed version accepts no commands now: it's older than 0.5.0, and not the newest one.",
    "  Run `npm run deploy` first, then try again.",
  );
}

/** Lets the site back itself up now, into its bucket. */
export async function backUpNow(operation: Operation, url: string | undefined): Promise<void> {
  const site = siteUrl(operation.settings, url);
  const { wrangler, config } = await connect(operation);
  await withOperatorAccess({ wrangler, state: stateOf(wrangler, config), url: site }, async ({ client }) => {
    const run = await acceptedClient(client).backUp(showProgress);
    logStep(`backup ${run.id}`, describeRun(run));
  });
}

/**
 * Lets a site without a database restore a backup that's in its bucket. Creates what's missing, and deploys the worker closed for
 * everyone else. The next deployment opens the site.
 */
export async function restoreBackup(
  { wrangler, settings }: Operation,
  id: string,
  environment: Record<string, string | undefined>,
): Promise<void> {
  const account = await findAccount(wrangler, settings);
  const accountWrangler = wrangler.forAccount(account.id);
  const secrets = planSecrets(await findSecrets(accountWrangler, settings.name), environment);
  throwProblems(secrets.problems);
  await buildSite();
  const required = requiredResources(generateConfig(settings, {}, PRODUCTION_CONFIG));
  const databases = await ensureResources(accountWrangler, required, settings);
  const config = { ...generateConfig(settings, databases, PRODUCTION_CONFIG), account_id: account.id };
  const tables = await new RemoteDatabase(accountWrangler, config).query<{ name: string }>(
    "select name from sqlite_master where name in ('d1_migrations', 'restore_progress')",
  );
  // A restore that was interrupted goes on.
  if (tables.length && !tables.some(({ name }) => name === "restore_progress"))
    throw new Problem(
      `✗ The database of ${settings.name} is in use. A backup can only be restored into an empty database.`,
      "  To rewind it, use Time Travel (docs/operations.md, Back up and restore).",
    );
  writeConfig({ ...config, vars: { ...config.vars, RESTORING: "on" } }, PRODUCTION_CONFIG);
  const secret = newSecret();
  const targets = await deployWorker(accountWrangler, { ...secrets.values, OPERATOR_SECRET: secret });
  writeConfig(config, PRODUCTION_CONFIG);
  const [domain] = settings.domains;
  const url = domain ? `https://${domain}` : targets.find((target) => target.startsWith("https://"));
  if (!url) throw new Problem("✗ wrangler reported no URL for the site.");
  const run = await new OperatorClient({ url, secret }).restore(id, showProgress);
  logStep(`backup ${id}`, describeRun(run));
}

/** Rewinds all databases, and makes the site forget what it had read from them before. */
export async function rewindTo(operation: Operation, to: string, url: string | undefined): Promise<void> {
  const site = siteUrl(operation.settings, url);
  const { wrangler, config } = await connect(operation);
  const databases = DATABASES.map((source) => new RemoteDatabase(wrangler, config, source));
  const names = databases.map(({ name }) => name).join(" and ");
  if (!(await operation.confirm(`Everything written to ${names} since ${to} will be lost. Continue?`)))
    throw new Problem("Nothing was changed.");
  await rewindSite({ wrangler, databases, url: site }, to);
}

/** Returns where each database is rewound to: one time for all, or their bookmarks in order, separated by commas. */
export function rewindTargets(databases: readonly RemoteDatabase[], to: string): string[] {
  if (!Number.isNaN(Date.parse(to)) && to.includes("T")) return databases.map(() => to);
  const bookmarks = to.split(",");
  if (bookmarks.length !== databases.length)
    throw new Problem(
      `✗ Enter a time such as 2030-01-31T12:00:00Z, or ${databases.length} bookmarks separated by commas: of ${databases.map(({ name }) => name).join(" and ")}.`,
    );
  return bookmarks;
}

/**
 * Rewinds the databases of a site while holding its lock, the main one last: what others still write meanwhile then has its effects
 * on it afterwards. Works whichever version is deployed.
 */
export async function rewindSite(
  { wrangler, databases, url }: { wrangler: Wrangler; databases: readonly RemoteDatabase[]; url: string },
  to: string,
): Promise<void> {
  const [database] = databases;
  if (!database) throw new Error("A site has a database.");
  const targets = rewindTargets(databases, to);
  const state = new DeployState(database);
  await withLock(state, process.env, (lock) =>
    withOperatorAccess({ wrangler, state, url }, async ({ client, renew }) => {
      // The lock, and what deployments know about the worker, are rows of the same database. The worker isn't rewound.
      const known = await state.read();
      const undo: string[] = [];
      for (const [i, each] of [...databases.entries()].reverse())
        undo[i] = await rewindDatabase(each, targets[i] ?? to, async () => {
          if (i > 0) return;
          await lock.seize();
          await state.write(known);
        });
      logStep("to undo it", `npm run deploy -- --rewind ${undo.join(",")}`);
      if (!client)
        return logStep(
          "objects",
          "weren't called: the deployed version is older than 0.5.0, and not the newest one. `npm run deploy` restarts them.",
        );
      await renew();
      await client.forgetBeforeRewind();
      logStep("objects", "have forgotten what they knew of the database. Everyone who is online reconnects.");
    }),
  );
}

const stateOf = (wrangler: Wrangler, config: Config) => new DeployState(new RemoteDatabase(wrangler, config));

/** Frees the lock of a deployment that has ended without doing so. */
export async function unlock(operation: Operation): Promise<void> {
  const { wrangler, config } = await connect(operation);
  const state = stateOf(wrangler, config);
  if ((await state.holder()) === null) return logStep("lock", "free");
  if (!(await operation.confirm("Only do this if that deployment no longer runs. Free the lock?")))
    throw new Problem("Nothing was changed.");
  logStep("lock", `freed; it was held by ${await breakLock(state)}`);
}

/**
 * Rewinds a database and raises its sequences past every id it has assigned since, so no id is reused. Calls `onRewound` as
 * soon as the database is rewound. Returns the bookmark that undoes it.
 */
export async function rewindDatabase(
  database: RemoteDatabase,
  to: string,
  onRewound: () => Promise<void>,
): Promise<string> {
  const before = sequencesOf(await database.query<SequenceRow>(sequencesQuery));
  const undo = await database.rewind(to);
  logStep(database.name, `rewound to ${to}`);
  await onRewound();
  await database.query(raiseSequences(before).join(";\n"));
  logStep("sequences", "raised past every id used so far. Run `npm run deploy` next.");
  return undo;
}

export async function rotateSessionSecret(operation: Operation): Promise<void> {
  const { wrangler, config } = await connect(operation);
  if (!(await operation.confirm("Everyone will be signed out, and open pages must be reloaded. Continue?")))
    throw new Problem("Nothing was changed.");
  await replaceSessionSecret(wrangler, new RemoteDatabase(wrangler, config));
}

/**
 * Replaces the session secret. After a roll back Cloudflare can't change the deployed version's, so all sessions are ended, and the
 * next deployment gets the new secret.
 */
export async function replaceSessionSecret(wrangler: Wrangler, database: RemoteDatabase): Promise<void> {
  const args = ["secret", "put", "SESSION_SECRET", "--config", PRODUCTION_CONFIG];
  const input = newSecret();
  try {
    await wrangler.text(args, { input });
    return logStep("secret SESSION_SECRET", "replaced and live");
  } catch (error) {
    if (!(error instanceof WranglerError && error.matches(NOT_NEWEST))) throw error;
  }
  // The version with this secret is a copy of the newest one, which failed or was rolled back. It gets no traffic.
  await wrangler.text(["versions", ...args], { input });
  for (;;) {
    const left = await database.query(
      "delete from sessions where id in (select id from sessions limit 50000); select id from sessions limit 1",
    );
    if (left.length === 0) break;
  }
  logStep("sessions", "ended: everyone is signed out");
  logStep(
    "secret SESSION_SECRET",
    "not live yet: the deployed version isn't the newest one. The next `npm run deploy` uses the new secret.",
  );
}

/** Asks the user to confirm in the terminal. Throws a Problem if there's no terminal: then `--yes` is required. */
export async function confirmAtTerminal(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Problem(`✗ ${question} There's no terminal to ask you, so add --yes.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const input = await terminal.question(`\n${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(input.trim());
}

import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { raiseSequences, type SequenceRow, sequencesOf, sequencesQuery } from "#db/sequences.ts";
import { buildSite } from "../site/build.ts";
import { databaseIds, provideResources, signIn } from "./account.ts";
import { backUp } from "./backup.ts";
import type { Config } from "./config.ts";
import { RemoteDatabase } from "./database.ts";
import { generateConfig, PRODUCTION_CONFIG, writeConfig } from "./paths.ts";
import { wantedBy } from "./plan.ts";
import { Problem } from "./problem.ts";
import { heading, say } from "./say.ts";
import { newSecret } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import type { Wrangler } from "./wrangler.ts";

export interface Operation {
  wrangler: Wrangler;
  settings: Settings;
  confirm(question: string): Promise<boolean>;
}

/** The account's wrangler and the configuration of the last deployment, made anew where it is not at hand. */
async function connect({ wrangler, settings }: Operation): Promise<{ wrangler: Wrangler; config: Config }> {
  const account = await signIn(wrangler, settings);
  const theirs = wrangler.forAccount(account.id);
  if (existsSync(PRODUCTION_CONFIG)) {
    const config = JSON.parse(readFileSync(PRODUCTION_CONFIG, "utf8")) as Config;
    if (config.name === settings.name && config.account_id === account.id)
      return { wrangler: theirs, config };
  }
  await buildSite();
  const databases = await databaseIds(theirs, wantedBy(generateConfig(settings, {}, PRODUCTION_CONFIG)));
  const config = { ...generateConfig(settings, databases, PRODUCTION_CONFIG), account_id: account.id };
  writeConfig(config, PRODUCTION_CONFIG);
  return { wrangler: theirs, config };
}

/** The statement that gives a user every right. A user name has letters, digits and `_` alone, so nothing can break out. */
export function makeAdminSql(username: string): string {
  if (!/^[A-Za-z0-9_]{3,20}$/.test(username))
    throw new Problem(`✗ ${JSON.stringify(username)} is no user name: 3 to 20 letters, digits and _.`);
  return `update users set role = 'admin' where username = '${username}' returning username`;
}

export async function makeAdmin(operation: Operation, username: string): Promise<void> {
  const sql = makeAdminSql(username);
  const { wrangler, config } = await connect(operation);
  const rows = await new RemoteDatabase(wrangler, config).query<{ username: string }>(sql);
  if (rows.length === 0) throw new Problem(`✗ There is no user ${username}. Sign up on the site first.`);
  say(
    rows[0]?.username ?? username,
    "is an admin, and acts as one once they turn two-factor authentication on",
  );
}

interface Version {
  id: string;
  metadata: { created_on: string };
  annotations?: Record<string, string>;
}

export async function rollBack(operation: Operation, version: string | undefined): Promise<void> {
  if (version !== undefined && !/^[0-9a-f-]{36}$/.test(version))
    throw new Problem(`✗ ${version} is no version id.`);
  const { wrangler } = await connect(operation);
  const config = ["--config", PRODUCTION_CONFIG];
  const versions = await wrangler.json<Version[]>(["versions", "list", "--json", ...config]);
  heading("Versions, newest last");
  for (const { id, metadata, annotations } of versions)
    console.log(`  ${id}  ${metadata.created_on.slice(0, 19)}  ${annotations?.["workers/message"] ?? ""}`);
  console.log(`
Rolling back changes the worker alone. The database, its migrations, files, queues and Durable Objects stay as they are:
  - migrations are made so that the version before still works; go back one version, not five;
  - Cloudflare refuses to go back past a change of [[migrations]] (Durable Object classes);
  - a version brings the secrets it had: rotate SESSION_SECRET again if it was rotated since.`);
  const target = version ?? "the version before this one";
  if (!(await operation.confirm(`Roll back to ${target}?`))) throw new Problem("Nothing was changed.");
  const told = await wrangler.text([
    "rollback",
    ...(version ? [version] : []),
    ...config,
    "--message",
    "npm run deploy -- --rollback",
    "--yes",
  ]);
  const now = /Current Version ID:\s*(\S+)/.exec(told)?.[1];
  say("rolled back to", now ?? target);
}

export async function backUpTo(operation: Operation, file: string): Promise<void> {
  if (existsSync(file)) throw new Problem(`✗ ${file} exists; a backup never overwrites.`);
  const { wrangler, config } = await connect(operation);
  const counts = await backUp(new RemoteDatabase(wrangler, config), file);
  for (const [table, rows] of counts) say(table, `${rows} rows`);
  say("written", file);
}

/** Fills a database that has nothing in it yet, making it where it is missing. */
export async function restoreFrom({ wrangler, settings }: Operation, file: string): Promise<void> {
  if (!existsSync(file)) throw new Problem(`✗ There is no ${file}.`);
  const account = await signIn(wrangler, settings);
  const theirs = wrangler.forAccount(account.id);
  await buildSite();
  const wanted = wantedBy(generateConfig(settings, {}, PRODUCTION_CONFIG));
  const databases = await provideResources(theirs, wanted, settings);
  const config = { ...generateConfig(settings, databases, PRODUCTION_CONFIG), account_id: account.id };
  writeConfig(config, PRODUCTION_CONFIG);
  const database = new RemoteDatabase(theirs, config);
  if ((await database.applied()).length)
    throw new Problem(
      `✗ The database ${database.name} is in use, and a backup fills only an empty one.`,
      "  To go back in time use Time Travel (docs/operating.md, Back up and restore).",
    );
  await database.importFile(file);
  say(file, `is now the database ${database.name}; run \`npm run deploy\``);
}

export async function rewindTo(operation: Operation, to: string): Promise<void> {
  const { wrangler, config } = await connect(operation);
  const database = new RemoteDatabase(wrangler, config);
  if (!(await operation.confirm(`Everything written to ${database.name} since ${to} will be lost. Go on?`)))
    throw new Problem("Nothing was changed.");
  await rewind(database, to);
}

/** Takes the database back in time, and its sequences past every id that it has given out since. */
export async function rewind(database: RemoteDatabase, to: string): Promise<void> {
  const before = sequencesOf(await database.query<SequenceRow>(sequencesQuery));
  const undo = await database.rewind(to);
  say(database.name, `is as it was at ${to}; \`npm run deploy -- --rewind ${undo}\` undoes it`);
  await database.query(raiseSequences(before).join(";\n"));
  say("sequences", "raised past every id given out so far; run `npm run deploy`");
}

export async function rotateSessionSecret(operation: Operation): Promise<void> {
  const { wrangler } = await connect(operation);
  if (!(await operation.confirm("Everybody will be signed out and open pages must be reloaded. Go on?")))
    throw new Problem("Nothing was changed.");
  await wrangler.text(["secret", "put", "SESSION_SECRET", "--config", PRODUCTION_CONFIG], {
    input: newSecret(),
  });
  say("secret SESSION_SECRET", "replaced; live at once");
}

/** Asks at the terminal; where there is none, only `--yes` means yes. */
export async function askAtTerminal(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Problem(`✗ ${question} Nobody is here to answer: add --yes.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`\n${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { restoreState } from "../../backup/back-up-state.ts";
import type { BenchReport } from "../../bench/report.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { node, root } from "../../run-script.mjs";
import { databaseFile } from "../../site/database-file.ts";
import { freePort } from "../free-port.ts";
import { ProductionSite, TEST_ORIGIN } from "./production-site.ts";

const PAGE = 4096;
const STACK = /^\s+at /m;

/** A command that an operator enters, and the message that it must end with. */
interface Mistake {
  what: string;
  command: readonly string[];
  state: string;
  message: RegExp;
  environment?: Record<string, string>;
}

/**
 * Makes the mistakes of operators on a site that is restored from a backup: commands on data in use, lost or damaged files, a port
 * in use. Each must end in a sentence that names the way out, and leave everything as it was.
 */
export async function verifyMistakes(report: BenchReport, backup: string): Promise<void> {
  const state = await restored(backup);
  const wrong: string[] = [];
  let tried = 0;
  const make = async (mistake: Mistake) => {
    tried++;
    const problem = await problemOf(mistake);
    if (problem) wrong.push(`${mistake.what}: ${problem}`);
  };

  const site = await ProductionSite.start(state);
  const inUse = /^✗ npm run serve \(process \d+\) uses the data in .*\. Stop it first\.$/;
  const isProduction = /has the data of a site in production, which only npm run serve opens: /;
  await make({ what: "a second site", command: SERVE, state, message: inUse });
  await make({ what: "npm start on its data", command: ["scripts/start.mjs"], state, message: isProduction });
  await make({
    what: "npm run seed on its data",
    command: [SEED, "--state", state],
    state,
    message: isProduction,
  });
  await make({ what: "npm run restore while it runs", command: [RESTORE, backup], state, message: inUse });
  await make({
    what: "its port in use",
    command: SERVE,
    state: await restored(backup),
    environment: { PORT: new URL(site.url).port },
    message: /^✗ Port \d+ of 127\.0\.0\.1 is in use by another program\. .*PORT=\d+$/,
  });
  const session = await fetch(`${site.url}/api/session`);
  if (!session.ok) wrong.push(`the site responds with ${session.status} afterwards`);
  // Its lock dies with it.
  await site.kill("everything");
  await site.stop();

  const secrets = join(state, "secrets.json");
  renameSync(secrets, `${secrets}.lost`);
  const lost =
    /^✗ The data in .* has users, but its secrets\.json is missing\. Copy the file from your backup to /;
  await make({ what: "lost secrets", command: SERVE, state, message: lost });
  await make({ what: "lost secrets, npm run admin", command: [ADMIN, "member_1"], state, message: lost });
  writeFileSync(secrets, "{");
  await make({
    what: "damaged secrets",
    command: SERVE,
    state,
    message: /^✗ .*secrets\.json is damaged: .*Copy it from your backup/,
  });
  renameSync(`${secrets}.lost`, secrets);

  const main = databaseFile(state);
  copyFileSync(main, `${main}.whole`);
  for (const [what, damage] of Object.entries(DAMAGES)) {
    writeFileSync(main, damage(readFileSync(`${main}.whole`)));
    const message = /^✗ The database main in \S+ is damaged \(.*\)\. Restore a backup into an empty folder, /;
    await make({ what, command: SERVE, state, message });
  }
  renameSync(`${main}.whole`, main);

  const typo = join(emptyScratchFolder(), "typo");
  const noSite = /^✗ No site has its data in .*typo\.$/;
  await make({
    what: "npm run backup of nothing",
    command: [BACKUP, `${typo}-backup`],
    state: typo,
    message: noSite,
  });
  await make({ what: "npm run admin on nothing", command: [ADMIN, "someone"], state: typo, message: noSite });
  await make({
    what: "a backup that isn't one",
    command: [RESTORE, typo],
    state: `${typo}-new`,
    message: /^✗ .* isn't a complete backup: /,
  });
  await make({
    what: "an option that doesn't exist",
    command: [...SERVE, "--bulid"],
    state,
    message: /^✗ Unknown option '--bulid'/,
  });
  await make({
    what: "a file as the data folder",
    command: SERVE,
    state: main,
    message: /^✗ .* isn't a folder\. /,
  });

  // All of that left the data as it was.
  const again = await ProductionSite.start(state);
  await again.stop();
  report.atMost(`mistakes that don't end in a helpful sentence, of ${tried}`, wrong.length, 0, {
    notes: wrong,
  });
}

const SERVE = ["scripts/serve/main.ts", "--built"];
const SEED = "scripts/seed/main.ts";
const ADMIN = "scripts/admin/main.ts";
const BACKUP = "scripts/backup/main.ts";
const RESTORE = "scripts/restore/main.ts";

const DAMAGES: Record<string, (bytes: Buffer) => Buffer> = {
  "a database that isn't one any more": (bytes) => bytes.fill("coffee", 0, PAGE),
  "a database that ends early": (bytes) => bytes.subarray(0, 10 * PAGE),
};

/** Restores the backup into a new state folder. */
async function restored(backup: string): Promise<string> {
  const state = join(emptyScratchFolder(), "state");
  mkdirSync(state);
  await restoreState(backup, state);
  return state;
}

/** Enters a command. Returns what is wrong with its end; null if nothing. */
async function problemOf({ command, state, message, environment }: Mistake): Promise<string | null> {
  const [file = "", ...args] = command;
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", join(root, file), ...args], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: `${dirname(node)}:${process.env.PATH}`,
      ORIGIN: TEST_ORIGIN,
      PORT: String(await freePort()),
      BOPOLIS_STATE: state,
      LOG: "errors",
      ...environment,
    },
  });
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  const sentence = output.trim();
  if (code !== 1) return `exit code ${code}: ${sentence}`;
  return message.test(sentence) && !STACK.test(sentence) ? null : sentence;
}

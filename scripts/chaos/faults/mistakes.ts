import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { backUpState, restoreState } from "../../backup/back-up-state.ts";
import type { BenchReport } from "../../bench/report.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { addCrowd } from "../../client/crowd.ts";
import { node, root } from "../../run-script.mjs";
import { databaseFile } from "../../site/database-file.ts";
import { freePort } from "../../site/free-port.ts";
import { markAsProduction } from "../../start/production-state.mjs";
import { checkOf } from "../check.ts";
import { KillableSite } from "../killable-site.ts";
import { ProductionSite, TEST_ORIGIN } from "../production-site.ts";

const PAGE = 4096;
const STACK = /^\s+at /m;
const SERVE = ["scripts/serve/main.ts", "--built"];
const commandOf = (name: string, ...args: string[]) => [`scripts/${name}/main.ts`, ...args];

const IN_USE = /^✗ npm run serve \(process \d+\) uses the data in .*\. Stop it first\.$/;
const IS_PRODUCTION = /has the data of a site in production, which only npm run serve opens: /;
const LOST_SECRETS =
  /^✗ The data in .* has users, but its secrets\.json is missing\. Copy the file from your backup to /;
const NO_SITE = /^✗ No site has its data in .*typo\.$/;

/** A command that an operator enters, on data, and the message that it must end with. */
type Mistake = [what: string, command: readonly string[], state: string, message: RegExp, port?: string];

/**
 * Makes the mistakes of operators: commands on data in use, lost or damaged files, a port in use. Each must end in a sentence that
 * names the way out, and leave everything as it was.
 */
export async function verifyMistakes(report: BenchReport): Promise<void> {
  const backup = await makeBackup();
  const restored = async () => {
    const state = join(emptyScratchFolder(), "state");
    mkdirSync(state);
    await restoreState(backup, state);
    return state;
  };
  const wrong: string[] = [];
  let tried = 0;
  const make = async (...mistakes: Mistake[]) => {
    for (const [what, command, data, message, port] of mistakes) {
      tried++;
      const problem = await problemOf(command, data, message, port);
      if (problem) wrong.push(`${what}: ${problem}`);
    }
  };
  const state = await restored();
  const site = await ProductionSite.start(state);
  await make(
    ["a second site", SERVE, state, IN_USE],
    ["npm start on its data", ["scripts/start.mjs"], state, IS_PRODUCTION],
    ["npm run seed on its data", commandOf("seed", "--state", state), state, IS_PRODUCTION],
    ["npm run restore while it runs", commandOf("restore", backup), state, IN_USE],
    [
      "its port in use",
      SERVE,
      await restored(),
      /^✗ Port \d+ of 127\.0\.0\.1 is in use by another program\. .*PORT=\d+$/,
      new URL(site.url).port,
    ],
  );
  const session = await fetch(`${site.url}/api/session`);
  if (!session.ok) wrong.push(`the site responds with ${session.status} afterwards`);
  // Its lock dies with it.
  await site.kill("everything");
  await site.stop();

  const secrets = join(state, "secrets.json");
  renameSync(secrets, `${secrets}.lost`);
  await make(
    ["lost secrets", SERVE, state, LOST_SECRETS],
    ["lost secrets, npm run admin", commandOf("admin", "member_1"), state, LOST_SECRETS],
  );
  writeFileSync(secrets, "{");
  await make(["damaged secrets", SERVE, state, /^✗ .*secrets\.json is damaged: .*Copy it from your backup/]);
  renameSync(`${secrets}.lost`, secrets);

  const main = databaseFile(state);
  copyFileSync(main, `${main}.whole`);
  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    "a database that isn't one any more": (bytes) => bytes.fill("coffee", 0, PAGE),
    "a database that ends early": (bytes) => bytes.subarray(0, 10 * PAGE),
  };
  for (const [what, damage] of Object.entries(damages)) {
    writeFileSync(main, damage(readFileSync(`${main}.whole`)));
    await make([
      what,
      SERVE,
      state,
      /^✗ The database main in \S+ is damaged \(.*\)\. Restore a backup into an empty folder, /,
    ]);
  }
  renameSync(`${main}.whole`, main);

  const typo = join(emptyScratchFolder(), "typo");
  await make(
    ["npm run backup of nothing", commandOf("backup", `${typo}-backup`), typo, NO_SITE],
    ["npm run admin on nothing", commandOf("admin", "someone"), typo, NO_SITE],
    ["a backup that isn't one", commandOf("restore", typo), `${typo}-new`, /^✗ .* isn't a complete backup: /],
    ["an option that doesn't exist", [...SERVE, "--bulid"], state, /^✗ Unknown option '--bulid'/],
    ["a file as the data folder", SERVE, main, /^✗ .* isn't a folder\. /],
  );
  // All of that left the data as it was.
  const again = await ProductionSite.start(state);
  await again.stop();
  checkOf(report)("mistakes that don't end in a helpful sentence", wrong, tried);
}

/** Backs up a small site. Returns the folder. */
async function makeBackup(): Promise<string> {
  const state = join(emptyScratchFolder(), "state");
  mkdirSync(state);
  const site = await KillableSite.start(state, { ENVIRONMENT: "production" });
  await addCrowd(site, 2, { name: "member" });
  await site.stop();
  markAsProduction(state);
  const folder = join(emptyScratchFolder(), "backup");
  await backUpState(state, folder, { secrets: true });
  return folder;
}

/** Enters a command. Returns what is wrong with its end; null if nothing. */
async function problemOf(
  [file = "", ...args]: readonly string[],
  state: string,
  message: RegExp,
  port?: string,
): Promise<string | null> {
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", join(root, file), ...args], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: `${dirname(node)}:${process.env.PATH}`,
      ORIGIN: TEST_ORIGIN,
      PORT: port ?? String(await freePort()),
      BOPOLIS_STATE: state,
      LOG: "errors",
    },
  });
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  const sentence = output.trim();
  if (code !== 1) return `exit code ${code}: ${sentence}`;
  return message.test(sentence) && !STACK.test(sentence) ? null : sentence;
}

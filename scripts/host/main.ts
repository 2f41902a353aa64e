import { setTimeout as sleep } from "node:timers/promises";
import { DEMO_PASSWORD } from "../seed/sign-ins.ts";
import { Away, Refused } from "./client.ts";
import { startCrowd } from "./crowd.ts";
import { type HostOptions, type RunningHost, startHost } from "./host.ts";
import { NoCode } from "./member.ts";
import { HELP, Mistake, readOptions } from "./options.ts";

/** How long it takes its leave, at most. */
const LEAVE_MS = 8_000;
/** How often it looks whether the site is there, until it is. */
const LOOK_MS = 3_000;
/** A site that is new makes its demo world for a minute or two: until then its admin can't sign in. Ten tries are allowed. */
const DEMO_MS = 20_000;
const DEMO_TRIES = 8;

const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

/** Ends with one sentence where more would help nobody. */
function giveUp(error: unknown): never {
  const isPlain = error instanceof Mistake || error instanceof Refused || error instanceof NoCode;
  console.error(isPlain ? error.message : error);
  if (error instanceof Mistake) console.error("npm run host -- --help tells what can be said.");
  process.exit(1);
}

/** Starts the host; where the site is not there yet, it waits for it. */
async function startWithSite(options: HostOptions): Promise<RunningHost> {
  let tries = 0;
  for (let told = false; ; told = true) {
    try {
      return await startHost(options);
    } catch (error) {
      const isDemo = options.admin.password === DEMO_PASSWORD;
      if (isDemo && error instanceof Refused && error.code === "bad_credentials" && ++tries < DEMO_TRIES) {
        log(`${error.message} A new site may still be making its demo world: tries again in a moment.`);
        await sleep(DEMO_MS);
        continue;
      }
      if (!(error instanceof Away)) throw error;
      if (!told)
        log(`${error.message}. Waiting for the site: start it with npm start, or name another with --site.`);
      await sleep(LOOK_MS);
    }
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (!options) return console.log(HELP);
  // With a crowd, a line for each move would be a line for each second.
  const logPlayer = options.players > 0 ? () => undefined : log;
  const host = await startWithSite({ ...options, log, logPlayer });
  log(`Host ${host.id} is at ${host.url} for players of ${options.site}; it tells them ${host.address}.`);
  const crowd = options.players > 0 ? startCrowd({ ...options, host, log }) : undefined;

  let leaving = false;
  const leave = async () => {
    if (leaving) return;
    leaving = true;
    setTimeout(() => process.exit(1), LEAVE_MS).unref();
    log(`Lets ${host.players().length} players go.`);
    await crowd?.stop();
    await host.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void leave());
}

main().catch(giveUp);

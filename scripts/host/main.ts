import { setTimeout as sleep } from "node:timers/promises";
import { MissingCodeError, RejectedError, UnavailableError } from "../client/site-client.ts";
import { DEMO_PASSWORD } from "../seed/sign-ins.ts";
import { startHostCrowd, startWebCrowd } from "./crowd.ts";
import { type HostOptions, type RunningHost, startHost } from "./host.ts";
import { HOST_HELP, readOptions, UsageError } from "./options.ts";

/** The longest time for a clean shutdown. */
const SHUTDOWN_TIMEOUT_MS = 8_000;
/** The time between two tries to reach the site. */
const RETRY_MS = 3_000;
/** A new site needs a minute or two to create its demo world, and the admin can't sign in until then. Ten tries are allowed. */
const DEMO_RETRY_MS = 20_000;
const MAX_DEMO_TRIES = 8;

const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

/** Ends the process with an error; expected errors without a stack trace. */
function exitWithError(error: unknown): never {
  const isPlain =
    error instanceof UsageError || error instanceof RejectedError || error instanceof MissingCodeError;
  console.error(isPlain ? error.message : error);
  if (error instanceof UsageError) console.error("Run `npm run host -- --help` to see the options.");
  process.exit(1);
}

/** Starts the host. Waits until the site is available. */
async function startWithSite(options: HostOptions): Promise<RunningHost> {
  let tries = 0;
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      return await startHost(options);
    } catch (error) {
      const isDemo = options.admin.password === DEMO_PASSWORD;
      if (
        isDemo &&
        error instanceof RejectedError &&
        error.code === "bad_credentials" &&
        ++tries < MAX_DEMO_TRIES
      ) {
        log(
          `${error.message} The site may still be creating its demo world. Retrying in ${DEMO_RETRY_MS / 1000} s.`,
        );
        await sleep(DEMO_RETRY_MS);
        continue;
      }
      if (!(error instanceof UnavailableError)) throw error;
      if (!isWaiting)
        log(
          `${error.message}. Waiting for the site. Start it with \`npm start\`, or choose another one with --site.`,
        );
      await sleep(RETRY_MS);
    }
  }
}

/** Runs something once when this process should end, then ends it. */
function onLeave(leave: () => Promise<void>): void {
  let leaving = false;
  const end = async () => {
    if (leaving) return;
    leaving = true;
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    await leave();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end());
  // `npm start` was killed.
  process.on("disconnect", () => void end());
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (!options) return console.log(HOST_HELP);
  if (options.isWeb) {
    log(`${options.players} bots are coming to the rooms of ${options.site}.`);
    const crowd = startWebCrowd({ ...options, log });
    return onLeave(() => crowd.stop());
  }
  // With many bots, logging every move would fill the terminal.
  const logPlayer = options.players > 0 ? () => undefined : log;
  const host = await startWithSite({ ...options, log, logPlayer });
  log(`Host ${host.id} is running at ${host.url} for ${options.site}. Players connect to ${host.ipAddress}.`);
  const crowd = options.players > 0 ? startHostCrowd({ ...options, log }, host) : undefined;

  onLeave(async () => {
    log(`Disconnecting ${host.players().length} players.`);
    await crowd?.stop();
    await host.stop();
  });
}

main().catch(exitWithError);

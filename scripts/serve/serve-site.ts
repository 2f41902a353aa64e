import { realpathSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../chaos/free-port.ts";
import { Problem } from "../deploy/problem.ts";
import { findDatabaseFile } from "../site/database-file.ts";
import { pendingMigrationLines } from "../site/pending-migrations.ts";
import { RotatingLog } from "../site/rotating-log.ts";
import { type LogSink, logLine, type Site, startSite } from "../site/site.ts";
import { claimState } from "../start/processes.mjs";
import { workingSignIns } from "../start/working-sign-ins.ts";
import { FrontServer } from "./front-server.ts";
import { operate } from "./operate.ts";
import { type OperatorCall, openOperatorSocket } from "./operator-socket.ts";
import { Schedule } from "./schedule.ts";
import type { ServeSettings } from "./settings.ts";
import { SmtpMailer } from "./smtp-mailer.ts";
import { StateLock } from "./state-lock.ts";

const MEGABYTE = 1024 * 1024;
const LOOPBACK = "127.0.0.1";

/** A self-hosted site that serves requests. */
export interface ServedSite {
  /** Its URL on this machine, without TLS. */
  url: string;
  /** Ends open requests, running jobs and the runtime. */
  stop(): Promise<void>;
}

/**
 * Runs the built worker in production mode: workerd behind a server that knows client addresses. Applies migrations before
 * the first request. Throws a Problem if the state folder is in use or has demo accounts.
 */
export async function serveSite(settings: ServeSettings): Promise<ServedSite> {
  const { state, smtpUrl, vars, host, port, origin, proxies } = settings;
  const lock = new StateLock(state);
  const stops: (() => Promise<void> | void)[] = [() => lock.release()];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    // The lock is ours, so what still runs on this state is a runtime that a killed site left behind.
    Object.assign(process.env, await claimState(realpathSync(state)));
    const log = openLog(settings);
    if (log instanceof RotatingLog) stops.push(() => log.close());
    const mailer = smtpUrl ? new SmtpMailer(smtpUrl) : null;
    if (mailer) stops.push(() => mailer.close());
    await announceMigrations(state);
    const upstream = { host: LOOPBACK, port: await freePort() };
    const site = await startSite({
      port: upstream.port,
      state,
      vars,
      proxied: true,
      log,
      sendMail: mailer ? (mail) => mailer.send(mail) : undefined,
    });
    stops.push(() => site.stop());
    await refuseDemoAccounts(site, state);
    const front = new FrontServer({
      host,
      port,
      origin,
      upstream,
      proxies,
      onError: (error, { method }) => {
        const line = JSON.stringify({
          level: "error",
          event: "request failed",
          method,
          error: error.message,
        });
        log.write(logLine(line, "error", new Date()));
      },
    });
    const operator = await openOperatorSocket(state, (call) => operate({ site, state, origin }, call));
    stops.push(() => void operator.close());
    const url = await front.listen();
    stops.push(() => front.stop());
    // Its first run finishes what the last process left half done.
    const schedule = new Schedule(() => site.runSchedule());
    // Together, so no request is accepted while a job ends.
    stops.push(async () => void (await Promise.all([front.stop(), schedule.stop()])));
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a stopped site without a port for visitors, carries out a call, and stops it. Throws a Problem if it isn't stopped. */
export async function operateStopped(
  { state, origin }: { state: string; origin: string | undefined },
  call: OperatorCall,
): Promise<string> {
  const lock = new StateLock(state);
  try {
    Object.assign(process.env, await claimState(realpathSync(state)));
    const vars = { ENVIRONMENT: "production", LOG: "errors", ...(origin && { ORIGIN: origin }) };
    const site = await startSite({ port: 0, state, vars });
    try {
      return await operate({ site, state, origin: origin ?? site.url }, call);
    } finally {
      await site.stop();
    }
  } finally {
    lock.release();
  }
}

function openLog({ logTo, state, logMegabytes, logFiles }: ServeSettings): LogSink {
  if (logTo === "stdout") return { write: (line) => void process.stdout.write(`${line}\n`) };
  return new RotatingLog(join(state, "site.log"), { maxBytes: logMegabytes * MEGABYTE, files: logFiles });
}

/** Prints how long pending migrations take, before they run. A new site has none that take time. */
async function announceMigrations(state: string): Promise<void> {
  if (!findDatabaseFile(state)) return;
  for (const line of await pendingMigrationLines(state)) console.log(line);
}

/** The passwords of the demo world are public. */
async function refuseDemoAccounts(site: Site, state: string): Promise<void> {
  if ((await workingSignIns(site)).length > 0)
    throw new Problem(
      `✗ ${state} has the demo world, whose passwords everyone knows. Choose another folder: BOPOLIS_STATE=…`,
    );
}

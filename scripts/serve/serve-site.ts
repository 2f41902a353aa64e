import { fstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../chaos/free-port.ts";
import { Problem } from "../deploy/problem.ts";
import { checkDatabases } from "../site/check-databases.ts";
import { findDatabaseFile } from "../site/database-file.ts";
import { pendingMigrationLines } from "../site/pending-migrations.ts";
import { RotatingLog } from "../site/rotating-log.ts";
import { type LogSink, logLine, type Site, type SiteOptions, startSite } from "../site/site.ts";
import { claimState } from "../start/processes.mjs";
import { markAsProduction } from "../start/production-state.mjs";
import { workingSignIns } from "../start/working-sign-ins.ts";
import { DiskGuard } from "./disk-guard.ts";
import { FrontServer } from "./front-server.ts";
import { operate } from "./operate.ts";
import { type OperatorCall, openOperatorSocket } from "./operator-socket.ts";
import { Schedule } from "./schedule.ts";
import type { ServeSettings } from "./settings.ts";
import { SmtpMailer } from "./smtp-mailer.ts";
import { StateLock } from "./state-lock.ts";

const MEGABYTE = 1024 * 1024;
const LOOPBACK = "127.0.0.1";
const STDOUT = 1;
/** How long a site that has just been killed or stopped can take to end. */
const ENDING_MS = 3_000;

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
  const lock = new StateLock(state, { command: "npm run serve", waitMs: ENDING_MS });
  const stops: (() => Promise<void> | void)[] = [() => lock.release()];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    // The lock is ours, so what still runs on this state is a runtime that a killed site left behind.
    Object.assign(process.env, await claimState(realpathSync(state)));
    // Before anything is opened: a start needs room, too.
    const disk = new DiskGuard(state, reportDisk);
    disk.start();
    stops.push(() => disk.stop());
    markAsProduction(state);
    const log = openLog(settings, disk);
    if (log instanceof RotatingLog) stops.push(() => log.close());
    const mailer = smtpUrl ? new SmtpMailer(smtpUrl) : null;
    if (mailer) stops.push(() => mailer.close());
    checkDatabases(state, "header");
    await announceMigrations(state);
    const upstream = { host: LOOPBACK, port: await freePort() };
    const site = await startOrNameDamage(state, {
      port: upstream.port,
      state,
      vars,
      proxied: true,
      log,
      sendMail: mailer ? (mail) => mailer.send(mail) : undefined,
      isDiskFull: () => disk.isFull,
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
    const url = await openPort(front, settings);
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
  const lock = new StateLock(state, { command: "npm run admin" });
  try {
    markAsProduction(state);
    checkDatabases(state, "header");
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

/** Opens the port. Throws a Problem that names the setting to change. */
async function openPort(front: FrontServer, { host, port }: ServeSettings): Promise<string> {
  try {
    return await front.listen();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new Problem(
        `✗ Port ${port} of ${host} is in use by another program. Stop it, or choose another: PORT=${port + 10}`,
      );
    if (code === "EACCES")
      throw new Problem(`✗ This user can't open port ${port}. Choose one above 1023: PORT=8787`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new Problem(
        `✗ This machine doesn't have the address ${host}. Choose one that it has: HOST=127.0.0.1`,
      );
    throw error;
  }
}

/** Starts the site. If that fails, and a database is damaged inside, throws a Problem that names it. */
async function startOrNameDamage(state: string, options: SiteOptions): Promise<Site> {
  try {
    return await startSite(options);
  } catch (error) {
    checkDatabases(state, "pages");
    throw error;
  }
}

function reportDisk(isFull: boolean): void {
  console.error(
    isFull
      ? "✗ The disk is full: the site saves nothing until there is room again. Free some."
      : "The disk has room again: the site saves everything.",
  );
}

function openLog({ logTo, state, logMegabytes, logFiles }: ServeSettings, disk: DiskGuard): LogSink {
  if (logTo === "stdout") {
    // Node never writes to standard output again after an error, and a disk is full only for a while.
    if (fstatSync(STDOUT).isFile())
      return new RotatingLog("/dev/stdout", { maxBytes: Number.POSITIVE_INFINITY, files: 1 });
    // The site goes on without whatever read its log.
    process.stdout.on("error", () => undefined);
    return { write: (line) => void process.stdout.write(`${line}\n`) };
  }
  return new RotatingLog(join(state, "site.log"), {
    maxBytes: logMegabytes * MEGABYTE,
    files: logFiles,
    // The room that is left is for reading.
    isPaused: () => disk.isFull,
  });
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

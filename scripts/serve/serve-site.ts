import { once } from "node:events";
import { fstatSync, readFileSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "../deploy/problem.ts";
import { checkDatabases } from "../site/check-databases.ts";
import { findDatabaseFile } from "../site/database-file.ts";
import { LogFile } from "../site/log-file.ts";
import { pendingMigrationLines } from "../site/pending-migrations.ts";
import { type LogSink, startSite } from "../site/site.ts";
import { StateLock } from "../site/state-lock.ts";
import { claimState } from "../start/processes.mjs";
import { isProductionState, markAsProduction } from "../start/production-state.mjs";
import { DiskGuard } from "./disk-guard.ts";
import { DRAIN } from "./gate.mjs";
import { Schedule } from "./schedule.ts";
import type { ServeSettings } from "./settings.ts";
import { SmtpMailer } from "./smtp-mailer.ts";

const STDOUT = 1;
/** How long a site that has just been killed or stopped can take to end. */
const ENDING_MS = 3_000;
/** How long open requests and a running job may take when the site stops. */
const DRAIN_MS = 10_000;

/** The gate before the worker. */
const WRAPPER = [
  'import site from "./index.js";',
  'export * from "./index.js";',
  // Its exports are for this process.
  readFileSync(new URL("./gate.mjs", import.meta.url), "utf8").replaceAll(/^export /gm, ""),
  "export default gate(site);",
].join("\n");

/** A self-hosted site that serves requests. */
export interface ServedSite {
  /** Its URL on this machine, without TLS. */
  url: string;
  /** Ends open requests, running jobs and the runtime. */
  stop(): Promise<void>;
}

/**
 * Runs the built worker in production mode, behind a proxy with TLS. Applies migrations before the first request. Throws a Problem
 * if the state folder is in use or a developer's.
 */
export async function serveSite(settings: ServeSettings): Promise<ServedSite> {
  const { state, smtpUrl, vars, host, port } = settings;
  const lock = new StateLock(state, { command: "npm run serve", waitMs: ENDING_MS });
  const stops: (() => unknown)[] = [() => lock.release()];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    // The passwords of the demo world are public.
    if (findDatabaseFile(state) && !isProductionState(state))
      throw new Problem(
        `✗ ${state} has the data of npm start, whose passwords everyone knows. Choose another folder: BOPOLIS_STATE=…`,
      );
    markAsProduction(state);
    // The lock is ours, so what still runs on this state is a runtime that a killed site left behind.
    Object.assign(process.env, await claimState(realpathSync(state)));
    // Before anything is opened: a start needs room, too.
    const disk = new DiskGuard(state, reportDisk);
    disk.start();
    stops.push(() => disk.stop());
    const mailer = smtpUrl ? new SmtpMailer(smtpUrl) : null;
    if (mailer) stops.push(() => mailer.close());
    await checkPort(host, port);
    checkDatabases(state, "header");
    // A new site has no migrations that take time.
    if (findDatabaseFile(state)) for (const line of pendingMigrationLines(state)) console.log(line);
    let isOpen = false;
    const diskText = () => (disk.isFull ? "full" : "");
    const gateText = () => (isOpen ? "open" : "");
    const site = await startSite({
      host,
      port,
      state,
      vars,
      wrapper: WRAPPER,
      log: openLog(),
      sendMail: mailer ? (mail) => mailer.send(mail) : undefined,
      services: { DISK: diskText, GATE: gateText },
    }).catch((error: unknown) => {
      // A database that is damaged inside says so better.
      checkDatabases(state, "pages");
      throw error;
    });
    stops.push(() => site.stop());
    isOpen = true;
    // Its first run finishes what the last process left half done.
    const schedule = new Schedule(() => site.runSchedule());
    stops.push(() => {
      isOpen = false;
      const ended = Promise.all([site.runSchedule(DRAIN), schedule.stop()]);
      return Promise.race([ended, pause(DRAIN_MS, undefined, { ref: false })]);
    });
    return { url: site.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Throws a Problem that names the setting to change if the port can't be opened. */
async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  try {
    await once(server, "listening");
    server.close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new Problem(
        `✗ Port ${port} of ${host} is in use by another program. Stop it, or choose another: PORT=${port + 10}`,
      );
    if (code === "EACCES")
      throw new Problem(`✗ This user can't open port ${port}. Choose one above 1023: PORT=8787`);
    throw new Problem(
      `✗ This machine doesn't have the address ${host}. Choose one that it has: HOST=127.0.0.1`,
    );
  }
}

function reportDisk(isFull: boolean): void {
  console.error(
    isFull
      ? "✗ The disk is full: the site saves nothing until there is room again. Free some."
      : "The disk has room again: the site saves everything.",
  );
}

/** The log on standard output. The site goes on without whatever read it. */
function openLog(): LogSink {
  // Node never writes to a file there again after an error, and a disk is full only for a while.
  if (fstatSync(STDOUT).isFile()) return new LogFile("/dev/stdout");
  process.stdout.on("error", () => undefined);
  return { write: (line) => void process.stdout.write(`${line}\n`) };
}

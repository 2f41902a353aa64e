import { waitUntil } from "cloudflare:workers";
import { Database, type Reach, type Statement, statement } from "#db/database.ts";
import { withTimeLimit } from "#db/time-limit.ts";
import { ApiError } from "#domain/errors.ts";

/** A change reaches every process within this time. */
const KNOWN_FOR_MS = 5_000;
/** The switch is read again from this age on, without anyone waiting for it: the database can be far away. */
const CHECK_AFTER_MS = 2_500;
const RETRY_SECONDS = 60;
/** A database that is slow to say so must not hold up the site. */
const READ_LIMIT_MS = 1_000;

/** Background work of objects waits this long until it looks again. */
export const READ_ONLY_WAIT_MS = 5_000;

/** The switch as this process last read it: at the primary, and at a copy of the database. */
const known: Partial<Record<Reach, { isOn: boolean; at: number }>> = {};
/** Whether the disk of a self-hosted site is full, as this process last heard. */
let isDiskFull = false;
/** The reads that are under way, which requests share. */
const reading: Partial<Record<Reach, Promise<boolean>>> = {};

/** Forgets the switch. For tests, which share a process. */
export function forgetReadOnly(): void {
  for (const reach of ["primary", "near"] as const) {
    delete known[reach];
    delete reading[reach];
  }
}

/** Whether nothing is saved: `READ_ONLY`, `site_values` or a full disk, read at most every 2.5 seconds. */
export async function isReadOnly(env: Env, now: number, reach: Reach = "primary"): Promise<boolean> {
  if (env.READ_ONLY === "on") return true;
  const before = known[reach];
  // A clock that was put back must not make it last longer.
  const age = before ? Math.abs(now - before.at) : Number.POSITIVE_INFINITY;
  if (before && age < CHECK_AFTER_MS) return before.isOn;
  const current = shareRead(env, now, reach);
  // Without something known lately, everyone waits for the row, so no write gets through.
  return before && age < KNOWN_FOR_MS ? before.isOn : current;
}

/** Reads the switch, once for all requests that ask meanwhile. */
function shareRead(env: Env, now: number, reach: Reach): Promise<boolean> {
  const running = reading[reach];
  if (running) return running;
  const current = readSwitch(env, now, reach).finally(() => {
    if (reading[reach] === current) delete reading[reach];
  });
  reading[reach] = current;
  // Other requests wait for it as well, even if this one is canceled.
  waitUntil(current);
  return current;
}

/** Reads the switch. If the database can't be read, it stays as it was: a write fails by itself then. */
async function readSwitch(env: Env, now: number, reach: Reach): Promise<boolean> {
  try {
    const row = withTimeLimit(
      READ_LIMIT_MS,
      new Database(env.DB, undefined, { reach }).first(statement<{ on: 0 | 1 }>`select value = 'on' as "on"
        from site_values where name = 'read_only'`),
    );
    // A full disk can be the reason why the database can't be read.
    row.catch(() => undefined);
    const isOn = (await readDisk(env)) || (await row)?.on === 1;
    known[reach] = { isOn, at: now };
  } catch (error) {
    console.error(JSON.stringify({ level: "error", event: "read-only mode not read", error: String(error) }));
    // Not every request waits for a database that doesn't respond.
    known[reach] = { isOn: known[reach]?.isOn ?? false, at: now };
  }
  return known[reach]?.isOn ?? false;
}

async function readDisk({ DISK }: Env): Promise<boolean> {
  if (!DISK) return false;
  const response = await withTimeLimit(READ_LIMIT_MS, DISK.fetch("http://disk/"));
  isDiskFull = (await response.text()) === "full";
  return isDiskFull;
}

/** Why the site saves nothing; null if it saves. */
export async function readOnlyReason(env: Env, now: number): Promise<string | null> {
  if (!(await isReadOnly(env, now))) return null;
  return isDiskFull ? "the disk is full, so nothing can be saved" : "nothing can be saved";
}

/** Switches read-only mode. */
export const readOnlyStatement = (value: "on" | "off"): Statement =>
  statement`insert into site_values (name, value) values ('read_only', ${value})
    on conflict (name) do update set value = excluded.value`;

/** Throws `read_only` while the site saves nothing. */
export async function checkWritable(env: Env, now: number, reach?: Reach): Promise<void> {
  if (await isReadOnly(env, now, reach)) throw new ApiError("read_only", { retryAfter: RETRY_SECONDS });
}

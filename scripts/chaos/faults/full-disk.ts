import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { HealthReport } from "#domain/health/api.ts";
import type { BenchReport } from "../../bench/report.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { addCrowd, browserOptions, type Member } from "../../client/crowd.ts";
import { SiteClient } from "../../client/site-client.ts";
import { markAsProduction } from "../../start/production-state.mjs";
import { openToCheck } from "../check.ts";
import { KillableSite } from "../killable-site.ts";
import { ProductionSite, TEST_ORIGIN } from "../production-site.ts";
import { levelForm } from "../upload-level.ts";
import { except, Visitors } from "./visitors.ts";

const MEGABYTES = 96;
const MEMBERS = 24;
/** Rounds of everything, more than the databases' journals have room for. */
const ROUNDS = 12;
const RECOVERY_LIMIT_S = 60;
const POLL_MS = 1_000;
/** The time in which a full disk is noticed. */
const NOTICE_MS = 1_000;
const DAY = 24 * 60 * 60 * 1000;
/** Production has no demo accounts here, and pictures are drawn later. */
const NAMES = except("picture", "script", "sign-in");
const WRITES = ["comment", "favorite", "new level", "chat"];

/** Fills the disk of a self-hosted site. It must go on reading, refuse writes, start again, and recover by itself. */
export async function verifyFullDisk(report: BenchReport): Promise<void> {
  const disk = new SmallDisk(MEGABYTES);
  const before = await KillableSite.start(disk.state, { ENVIRONMENT: "production" });
  const crowd = await addCrowd(before, MEMBERS, { name: "member", origin: TEST_ORIGIN });
  // Newcomers could write only a few times a day.
  await before.rows("update users set created_at = created_at - ?", 60 * DAY);
  await before.stop();
  markAsProduction(disk.state);
  const site = await ProductionSite.start(disk.state, { LOG: "all", BACKUPS: "off" });
  const members = crowd.map((member) => member.at(site.url));
  const [owner] = members as [Member];
  const { level } = await owner.post<{ level: { id: number } }>(
    "/api/levels",
    levelForm("A level to read", 1),
  );
  const makeVisitor = () => new SiteClient(site.url, { ...browserOptions(disk.state), origin: TEST_ORIGIN });
  const visitors = new Visitors(makeVisitor, members, { level: level.id, username: owner.name });
  const during = async (what: string, rounds: number) => {
    const wrong: string[] = [];
    let refused = 0;
    await pause(NOTICE_MS);
    for (let n = 0; n < rounds; n++)
      for (const { name, verdict, detail } of await visitors.round(NAMES)) {
        if (verdict === "refused" && WRITES.includes(name)) refused++;
        else if (verdict !== "served") wrong.push(`${name}: ${verdict} ${detail}`);
      }
    const notes = [...wrong.slice(0, 8), `${refused} writes refused`];
    report.atMost(`disk full, ${what}: requests neither served nor refused`, wrong.length, 0, { notes });
    return refused;
  };
  report.atMost("disk full: writes refused before", await during("before", 1), 0);
  disk.fill();
  report.atLeast("disk full: writes refused", await during("while it runs", ROUNDS), 1);
  const { checks } = (await (await fetch(`${site.url}/health`)).json()) as HealthReport;
  const named = checks.filter(
    ({ name, detail }) => name === "read_only" && detail.includes("the disk is full"),
  );
  report.atLeast("disk full: /health names it", named.length, 1);
  await site.kill("everything");
  // Others take what it frees, and what the reserve gave back.
  disk.fill();
  report.atLeast("disk full: writes refused after a kill", await during("started after a kill", 3), 1);
  report.atMost("disk full: exit code of a stop", (await site.stop()) ?? 1, 0);
  disk.fill();
  await site.restart();
  report.atLeast("disk full: writes refused after a stop", await during("started after a stop", 3), 1);
  disk.free();
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  while (
    !(await visitors.round(NAMES)).every(({ verdict }) => verdict === "served") &&
    seconds() < RECOVERY_LIMIT_S
  )
    await pause(POLL_MS);
  report.atMost("disk full: seconds until everything works again", seconds(), RECOVERY_LIMIT_S, {
    unit: "s",
  });
  const wrong = await visitors.wrongWrites(<Row>(sql: string) => {
    using db = openToCheck(disk.state);
    return db.prepare(sql).all() as Row[];
  });
  visitors.leave();
  await site.stop();
  report.atMost("disk full: writes lost, doubled, or stored although refused", wrong.length, 0, {
    notes: wrong.slice(0, 5),
  });
}

const CHUNKS = [1024 * 1024, 4096, 1];

/** A small file system of its own, which can be filled to its last byte. */
class SmallDisk {
  /** A folder on it, for a site's data. */
  readonly state: string;
  readonly #folder: string;
  readonly #filler: string;

  /** Mounts it, which only root can. It's unmounted when this process ends. */
  constructor(megabytes: number) {
    this.#folder = emptyScratchFolder();
    this.#filler = join(this.#folder, "filler");
    this.state = join(this.#folder, "state");
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", this.#folder], {
        stdio: ["ignore", "ignore", "pipe"],
      });
    } catch (error) {
      throw new Error(`A small file system can't be mounted, so run this as root on Linux: ${error}`);
    }
    // Lazily, because a site that was killed may still be ending.
    process.prependListener("exit", () => spawnSync("umount", ["--lazy", this.#folder]));
    mkdirSync(this.state);
  }

  /** Uses every byte that's still free. */
  fill(): void {
    const file = openSync(this.#filler, "a");
    for (const size of CHUNKS) {
      const chunk = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, chunk);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
    closeSync(file);
  }

  /** Frees what was filled. */
  free(): void {
    rmSync(this.#filler, { force: true });
  }
}

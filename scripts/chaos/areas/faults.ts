import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { HealthReport } from "#domain/health/api.ts";
import { readWrapper } from "../../bench/open-site.ts";
import type { BenchReport } from "../../bench/report.ts";
import type { BenchArea } from "../../bench/run.ts";
import { scratchWorld } from "../../bench/worlds.ts";
import { addCrowd, browserOptions } from "../../client/crowd.ts";
import { SiteClient } from "../../client/site-client.ts";
import { databaseFile } from "../../site/database-file.ts";
import { freePort } from "../../site/free-port.ts";
import { LogFile } from "../../site/log-file.ts";
import { type Site, startSite } from "../../site/site.ts";
import { verifyFullDisk } from "../faults/full-disk.ts";
import { except, PROBES, type ProbeName, type ProbeResult, Visitors } from "../faults/visitors.ts";
import { type Injected, injectFaults } from "../injected.ts";

const HEALTH_TIMEOUT_MS = 20_000;
const VARS = { RATE_LIMITS: "off", LOG: "errors", BACKUPS: "on" };

/** The demo world on a site whose bindings can fail while it runs. */
class FaultySite {
  readonly state: string;
  readonly url: string;
  readonly #port: number;
  readonly #log: LogFile;
  #site: Site | undefined;

  private constructor(state: string, port: number) {
    this.state = state;
    this.url = `http://127.0.0.1:${port}`;
    this.#port = port;
    this.#log = new LogFile(join(state, "site.log"));
  }

  static async start(): Promise<FaultySite> {
    const site = new FaultySite(await scratchWorld(), await freePort());
    await site.restart();
    return site;
  }

  /** Returns the rows of a query on the site's real database. */
  async rows<Row>(sql: string, ...params: SQLInputValue[]): Promise<Row[]> {
    if (!this.#site) throw new Error("The site isn't running.");
    const statement = this.#site.d1.prepare(sql).bind(...params);
    return (await statement.all<Row>()).results;
  }

  /** Starts the site again, with other variables, and runs the schedule as the cron trigger would. */
  async restart(vars: Record<string, string> = {}): Promise<void> {
    await this.#site?.stop();
    this.#site = await startSite({
      port: this.#port,
      state: this.state,
      wrapper: readWrapper("faults"),
      vars: { ...VARS, ...vars },
      // Its errors are wanted here, and belong into the file alone.
      log: this.#log,
    });
    await this.#site.runSchedule();
  }

  async stop(): Promise<void> {
    await this.#site?.stop();
    this.#log.close();
  }

  /** Replaces the faults of bindings. */
  inject(faults: Injected): Promise<void> {
    return injectFaults(this.url, faults);
  }

  /** Takes the database's lock from another process's connection. Returns a function that releases it. */
  lockDatabase(): () => void {
    const database = new DatabaseSync(databaseFile(this.state));
    database.exec("begin immediate");
    return () => database.close();
  }

  /** Returns the report of `/health`, and how long it took. */
  async health(): Promise<{ report: HealthReport; ms: number }> {
    const started = performance.now();
    const response = await fetch(`${this.url}/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    const report = (await response.json()) as HealthReport;
    return { report, ms: performance.now() - started };
  }
}

/** A fault, and what the site must do about it. */
interface Fault {
  name: string;
  /** The check of `/health` that must name it, and what its text must say. */
  check: string;
  detail: RegExp;
  /** Requests that must be served during the fault, and those that must get a 503. Any other may be either. */
  served: readonly ProbeName[];
  refused?: readonly ProbeName[];
  /** Breaks the site. Returns a function that repairs it. */
  inject(site: FaultySite): Promise<() => Promise<void> | void>;
}

const READS: ProbeName[] = except("sign-in", "comment", "favorite", "new level", "chat");
const WRITES: ProbeName[] = ["comment", "favorite", "new level"];
/** Requests that need no database. A chat needs it once a minute, for the permit of its sender. */
const WITHOUT_D1: ProbeName[] = ["session", "script", "static file", "picture"];
const NEEDS_D1: ProbeName[] = [
  ...(["member's front page", "level page", "profile page", "level list", "level", "profile"] as const),
  ...(["notifications", "sign-in", "comment", "favorite", "new level"] as const),
];

/** A fault of bindings. */
const injected =
  (faults: Injected): Fault["inject"] =>
  async (site) => {
    await site.inject(faults);
    return () => site.inject({});
  };

const OBJECTS: readonly (readonly [className: string, served: readonly ProbeName[]])[] = [
  ["UserHub", except("chat", "conversations", "notifications", "sign-in")],
  ["Conversation", except("chat")],
  ["Presence", PROBES],
  ["Throttle", except("sign-in")],
  ["GameHost", PROBES],
  ["LevelRoom", PROBES],
  ["LevelBuild", PROBES],
  ["Ids", READS],
  ["Backup", PROBES],
  ["Board", PROBES],
];

const FAULTS: readonly Fault[] = [
  {
    name: "D1 away",
    check: "d1_read",
    detail: /Network connection lost/,
    served: [...WITHOUT_D1, "chat"],
    refused: NEEDS_D1,
    inject: injected({ d1: { error: "Network connection lost." } }),
  },
  {
    name: "D1 locked by another process",
    check: "d1_write",
    detail: /locked/,
    served: WITHOUT_D1,
    refused: WRITES,
    inject: async (site) => site.lockDatabase(),
  },
  {
    name: "D1 slow",
    check: "d1_read",
    detail: /reading is slow: \d+ ms/,
    served: PROBES,
    inject: injected({ d1: { delayMs: 700 } }),
  },
  {
    name: "D1 full",
    check: "d1_write",
    detail: /Exceeded maximum DB size/,
    served: [...READS, "chat"],
    refused: WRITES,
    inject: injected({
      d1: { error: "Exceeded maximum DB size", sql: "\\b(insert|update|delete|replace)\\b" },
    }),
  },
  {
    name: "R2 away",
    check: "r2",
    detail: /bucket is away/,
    served: except("picture", "new level"),
    refused: ["picture", "new level"],
    inject: injected({ r2: "the bucket is away" }),
  },
  ...OBJECTS.map(
    ([className, served]): Fault => ({
      name: `object throwing: ${className}`,
      check: className === "Backup" ? "backup" : "objects",
      detail: className === "Backup" ? /object is broken/ : new RegExp(`no response from ${className}$`),
      served,
      inject: injected({ object: { className, error: "the object is broken" } }),
    }),
  ),
  {
    name: "queue stuck",
    check: "queues",
    detail: /renders hasn't delivered for \d+ s/,
    served: PROBES,
    inject: injected({ stuckQueue: "RENDERS" }),
  },
  {
    name: "bad migration: the newest one isn't recorded",
    check: "schema",
    detail: /migration \S+ is missing/,
    served: PROBES,
    async inject(site) {
      const [row] = await site.rows<{ name: string }>(
        "delete from d1_migrations where id = (select max(id) from d1_migrations) returning name",
      );
      return async () => {
        await site.rows("insert into d1_migrations (name) values (?)", row?.name ?? "");
      };
    },
  },
  {
    name: "secret missing",
    check: "secrets",
    detail: /^missing: SESSION_SECRET$/,
    served: ["script", "static file", "picture"],
    async inject(site) {
      await site.restart({ SESSION_SECRET: "" });
      return () => site.restart();
    },
  },
];

/** Seconds until a fault must be named, and until the site must be as before. */
const LIMIT_S = 60;
const POLL_MS = 1_000;
/** The checks' time limit of three seconds, and some processor time. */
const HEALTH_LIMIT_MS = 10_000;
const MEMBERS = 40;

/**
 * Breaks the surroundings of a running site, one after the other. `/health` must name each fault within a minute, while
 * the site serves what it can and refuses the rest properly. Afterwards it must be as before, without losing a write. Then fills
 * the disk.
 */
export const verifyFaults: BenchArea = async (report) => {
  const site = await FaultySite.start();
  const visitors = await createVisitors(site);
  await waitForHealth(site, isOk);
  await visitors.round();
  const known = new Set<string>();
  for (const fault of FAULTS) await tryFault(report, site, visitors, fault, known);
  visitors.leave();
  await site.stop();
  await verifyFullDisk(report);
};

async function createVisitors(site: FaultySite): Promise<Visitors> {
  const members = await addCrowd(site, MEMBERS, { name: "visitor" });
  const [level] = await site.rows<{ id: number; picture: string; username: string }>(
    `select l.id, l.picture, u.username from levels l join users u on u.id = l.user_id
    where l.visibility = 'public' and l.picture is not null and l.comments_enabled = 1 order by l.id limit 1`,
  );
  if (!level) throw new Error("The demo world has no level with a picture.");
  const script = /\/build\/[\w-]+\.js/.exec(await (await fetch(site.url)).text())?.[0];
  if (!script) throw new Error("The front page has no script.");
  const { id, picture, username } = level;
  const makeVisitor = () => new SiteClient(site.url, browserOptions(site.state));
  return new Visitors(makeVisitor, members, { level: id, username, picture, script });
}

const isOk = ({ status }: HealthReport): boolean => status === "ok";

async function tryFault(
  report: BenchReport,
  site: FaultySite,
  visitors: Visitors,
  fault: Fault,
  known: Set<string>,
): Promise<void> {
  const violations: string[] = [];
  const repair = await fault.inject(site);
  const naming = waitForHealth(site, ({ checks }) =>
    checks.some(
      ({ name, status, detail }) => name === fault.check && status !== "ok" && fault.detail.test(detail),
    ),
  );
  const results = await visitors.round();
  const named = await naming;
  results.push(...(await visitors.round()));
  violations.push(...violationsOf(fault, results));
  if (named.slowest > HEALTH_LIMIT_MS) violations.push(`/health took ${Math.round(named.slowest)} ms`);
  await repair();
  const recovered = await waitForHealth(site, isOk);
  for (const { name, verdict, detail } of await visitors.round())
    if (verdict !== "served") violations.push(`afterwards, ${name}: ${detail}`);
  const wrong = (await visitors.wrongWrites((sql) => site.rows(sql))).filter((line) => !known.has(line));
  for (const line of wrong) known.add(line);
  violations.push(...wrong);
  const refused = new Set(results.filter(({ verdict }) => verdict === "refused").map(({ name }) => name));
  const notes = [named.problems.slice(0, 150), `refused: ${[...refused].join(", ") || "nothing"}`];
  report.atMost(`${fault.name}: named`, named.seconds, LIMIT_S, { unit: "s", notes });
  report.atMost(`${fault.name}: as before`, recovered.seconds, LIMIT_S, {
    unit: "s",
    notes: [recovered.problems],
  });
  report.atMost(`${fault.name}: violations`, violations.length, 0, { notes: violations.slice(0, 12) });
}

/** Polls `/health` until the condition holds or the time is over. Returns the seconds, and the slowest response in milliseconds. */
async function waitForHealth(site: FaultySite, condition: (report: HealthReport) => boolean) {
  const started = performance.now();
  const passed = () => (performance.now() - started) / 1_000;
  let [slowest, problems] = [0, ""];
  while (passed() < LIMIT_S) {
    const { report, ms } = await site.health();
    slowest = Math.max(slowest, ms);
    problems = report.checks
      .filter(({ status }) => status !== "ok")
      .map(({ name, status, detail }) => `${name} is ${status}: ${detail}`)
      .join(" · ");
    if (condition(report)) return { seconds: passed(), slowest, problems };
    await pause(POLL_MS);
  }
  return { seconds: Number.POSITIVE_INFINITY, slowest, problems };
}

/** Compares what was served and refused during a fault with what must be. */
const violationsOf = ({ served, refused = [] }: Fault, results: readonly ProbeResult[]): string[] =>
  results
    .filter(
      ({ name, verdict }) =>
        verdict === "wrong" ||
        (verdict === "refused" && served.includes(name)) ||
        (verdict === "served" && refused.includes(name)),
    )
    .map(({ name, verdict, detail }) => `${name} is ${verdict}: ${detail}`);

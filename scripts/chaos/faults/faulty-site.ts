import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { HealthReport } from "#domain/health/api.ts";
import { readWrapper } from "../../bench/open-site.ts";
import { scratchWorld } from "../../bench/worlds.ts";
import { databaseFile } from "../../site/database-file.ts";
import { freePort } from "../../site/free-port.ts";
import { LogFile } from "../../site/log-file.ts";
import { type Site, startSite } from "../../site/site.ts";
import { type Injected, injectFaults } from "../injected.ts";

/** `/health` responds within its checks' time limit of three seconds. */
const HEALTH_LIMIT_MS = 20_000;
const VARS = { RATE_LIMITS: "off", LOG: "errors" };

/** The demo world on a site whose bindings can fail while it runs. */
export class FaultySite {
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
    const response = await fetch(`${this.url}/health`, { signal: AbortSignal.timeout(HEALTH_LIMIT_MS) });
    const report = (await response.json()) as HealthReport;
    return { report, ms: performance.now() - started };
  }
}

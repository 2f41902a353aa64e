import { cpSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { HealthReport } from "#domain/health/api.ts";
import { startSmtp } from "#tests/stand-ins/smtp/start-smtp.ts";
import { startStripe } from "#tests/stand-ins/stripe/start-stripe.ts";
import { readWrapper } from "../../bench/open-site.ts";
import { emptyScratchFolder, scratchWorld } from "../../bench/worlds.ts";
import { root } from "../../run-script.mjs";
import { SmtpMailer } from "../../serve/smtp-mailer.ts";
import { databaseFile } from "../../site/database-file.ts";
import { freePort } from "../../site/free-port.ts";
import { LogFile } from "../../site/log-file.ts";
import { type Site, startSite } from "../../site/site.ts";
import { type Injected, injectFaults } from "../injected.ts";

/** `/health` responds within its checks' time limit of three seconds. */
const HEALTH_LIMIT_MS = 20_000;
const VARS = { RATE_LIMITS: "off", LOG: "errors", MAIL_FROM: "site@example.com" };

/** The demo world on a site of its own build, mail server and Stripe, each of which can fail while the site runs. */
export class FaultySite {
  readonly state: string;
  readonly url: string;
  readonly #port: number;
  readonly #build: string;
  readonly #ports: { smtp: number; stripe: number };
  readonly #mailer: SmtpMailer;
  readonly #log: LogFile;
  #site: Site | undefined;
  #stripe: Awaited<ReturnType<typeof startStripe>> | undefined;
  #smtp: Awaited<ReturnType<typeof startSmtp>> | undefined;

  private constructor(state: string, build: string, [port, smtp, stripe]: [number, number, number]) {
    this.state = state;
    this.url = `http://127.0.0.1:${port}`;
    this.#port = port;
    this.#build = build;
    this.#ports = { smtp, stripe };
    this.#mailer = new SmtpMailer(`smtp://127.0.0.1:${smtp}?ignoreTLS=true`);
    this.#log = new LogFile(join(state, "site.log"));
  }

  static async start(): Promise<FaultySite> {
    // Its files will be missing.
    const build = emptyScratchFolder();
    cpSync(join(root, "dist"), build, { recursive: true });
    const ports = [await freePort(), await freePort(), await freePort()] as [number, number, number];
    const site = new FaultySite(await scratchWorld(), build, ports);
    await site.setMail(true);
    await site.setStripe(true);
    await site.restart();
    return site;
  }

  /** A file of the build that only one page needs. */
  get chunk(): string {
    return this.#fileOf("web/features/gold/pages/gold-page.tsx");
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
    const worker = join(this.#build, "bopolis");
    this.#site = await startSite({
      port: this.#port,
      state: this.state,
      builds: { worker, objects: worker },
      wrapper: readWrapper("faults"),
      vars: { ...VARS, ...this.#stripe?.vars, ...vars },
      sendMail: (mail) => this.#mailer.send(mail),
      // Its errors are wanted here, and belong into the file alone.
      log: this.#log,
    });
    await this.runSchedule();
  }

  runSchedule = (): Promise<void> => this.#site?.runSchedule() ?? Promise.resolve();

  async stop(): Promise<void> {
    await this.#site?.stop();
    await this.setMail(false);
    await this.setStripe(false);
    this.#mailer.close();
    this.#log.close();
  }

  /** Replaces the faults of bindings. */
  inject(faults: Injected): Promise<void> {
    return injectFaults(this.url, faults);
  }

  /** Starts the mail server, or stops it: its port refuses connections then. */
  async setMail(isUp: boolean): Promise<void> {
    if (isUp) this.#smtp ??= await startSmtp({ port: this.#ports.smtp });
    else {
      await this.#smtp?.stop();
      this.#smtp = undefined;
    }
  }

  /** Starts Stripe, or stops it. */
  async setStripe(isUp: boolean): Promise<void> {
    if (isUp) {
      this.#stripe ??= await startStripe({ port: this.#ports.stripe, state: this.state });
      this.#stripe.setSiteUrl(this.url);
    } else {
      await this.#stripe?.stop();
      this.#stripe = undefined;
    }
  }

  /** The built file of a module of the web app. */
  #fileOf(module: string): string {
    const manifest = readFileSync(join(this.#build, "client/.vite/manifest.json"), "utf8");
    const chunk = (JSON.parse(manifest) as Record<string, { file: string }>)[module];
    if (!chunk) throw new Error(`The build has no file of ${module}.`);
    return chunk.file;
  }

  /** Removes a file of the build. Returns a function that puts it back. */
  removeFile(name: string): () => void {
    const path = join(this.#build, "client", name);
    renameSync(path, `${path}.removed`);
    return () => renameSync(`${path}.removed`, path);
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

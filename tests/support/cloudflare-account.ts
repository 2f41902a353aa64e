import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Probe } from "#scripts/deploy/probe.ts";
import type { RunWrangler, WranglerOutput } from "#scripts/deploy/wrangler.ts";
import { operatorTokenName } from "#worker/operator/operator-token.ts";

const ok = (stdout = ""): WranglerOutput => ({ code: 0, stdout, stderr: "" });
const failed = (error: string): WranglerOutput => ({ code: 1, stdout: "", stderr: `✘ [ERROR] ${error}` });

const HEALTHY = ["d1_read", "d1_write", "r2", "objects", "queues", "schema", "secrets", "assets", "errors"];

/** Faults return the error of a command or the changes of a response; undefined leaves them as they are. */
type CommandFault = (line: string) => string | undefined;
type ResponseFault = (path: string, version: string, percentage: number) => Partial<FakeResponse> | undefined;

interface FakeResponse {
  status: number;
  /** Checks of `/health` that fail, with their details. */
  failing: Record<string, string>;
  /** Another version responds. */
  version: string;
}

/** Cloudflare's error if a secret is changed while the newest version isn't deployed. */
const NOT_NEWEST =
  "Secret edit failed. You attempted to modify a secret, but the latest version of your Worker isn't currently deployed.";

type DatabaseField = "database" | "forum" | "play";

/** The field with the database of this name. */
const databaseField = (name: string): DatabaseField =>
  name.endsWith("-forum") ? "forum" : name.endsWith("-play") ? "play" : "database";

/** A Cloudflare account with one site, behind the commands of a release. The database is a real one. */
export class CloudflareAccount {
  /** Commands that changed something, without their options. */
  readonly changes: string[] = [];
  /** The versions in the order of their upload. */
  readonly #versions: string[] = [];
  /** Where the database says it is. */
  region: string | undefined = "WEUR";
  /** The traffic of versions in percent. */
  traffic = new Map<string, number>();
  commandFault: CommandFault = () => undefined;
  responseFault: ResponseFault = () => undefined;
  /** Milliseconds that the release has slept. */
  slept = 0;
  /** The queues that the configuration consumes. */
  queues: readonly string[] = ["bopolis-renders", "bopolis-renders-dead"];
  /** Queues with a consumer. Those of a version without traffic have none yet. */
  readonly #consumed = new Set<string>();
  database = new DatabaseSync(":memory:");
  /** The forums' database. */
  forum = new DatabaseSync(":memory:");
  play = new DatabaseSync(":memory:");
  /** The secrets of each version. */
  readonly secrets = new Map<string, Record<string, string>>();
  /** Whether the deployed version takes the operator's tokens from the database, as those since 0.5.0 do. */
  acceptsTokens = true;
  /** Calls of the operator's endpoints that were accepted. */
  readonly operatorCalls: string[] = [];
  #uploads = 0;
  readonly #bookmarks: Uint8Array[] = [];

  readonly run: RunWrangler = async (args, { env = {}, input = "" } = {}) => {
    const line = args.join(" ");
    const fault = this.commandFault(line);
    if (fault !== undefined) return failed(fault);
    if (line.startsWith("d1 time-travel restore")) return this.#rewind(line, args[3] ?? "");
    if (args[0] === "d1" && args.includes("--file")) return this.#import(args[2] ?? "", args.at(-1) ?? "");
    if (args[0] === "d1") return this.#query(args[2] ?? "", args.at(-1) ?? "");
    if (line.startsWith("deployments status")) {
      const { traffic } = this;
      if (traffic.size === 0) return failed("This Worker does not exist on your account. [code: 10007]");
      const versions = [...traffic].map(([version_id, percentage]) => ({ version_id, percentage }));
      return ok(JSON.stringify({ versions }));
    }
    if (line.startsWith("versions list")) {
      const list = this.#versions.map((id, i) => ({
        id,
        metadata: { created_on: new Date(i).toISOString() },
      }));
      return ok(JSON.stringify(list));
    }
    if (line.startsWith("queues info")) {
      const queue = args[2] ?? "";
      return ok(`Queue Name: ${queue}\nNumber of Consumers: ${Number(this.#consumed.has(queue))}\n`);
    }
    this.changes.push(line.replace(/ --.*/, ""));
    const report = (entry: object) =>
      writeFileSync(env.WRANGLER_OUTPUT_FILE_PATH ?? "", `${JSON.stringify(entry)}\n`);
    if (args[0] === "rollback") {
      const version = args[1]?.startsWith("v") ? args[1] : (this.#versions.at(-2) ?? "");
      this.traffic = new Map([[version, 100]]);
      return ok(`Current Version ID: ${version}`);
    }
    if (args[0] === "deploy") {
      const version = this.#nextVersion();
      this.traffic = new Map([[version, 100]]);
      this.#applyTriggers();
      const targets = ["https://bopolis.mine.workers.dev"];
      report({ type: "deploy", version_id: version, targets, bundle_size: { gzip_bytes: 1 } });
      return ok();
    }
    if (line.startsWith("versions upload")) {
      report({ type: "version-upload", version_id: this.#nextVersion() });
      return ok();
    }
    if (line.startsWith("versions deploy")) {
      const specs = args.flatMap((arg) => [...arg.matchAll(/^(\w+)@(\d+)%$/g)]);
      this.traffic = new Map(specs.map(([, version = "", share]) => [version, Number(share)]));
      return ok();
    }
    if (line.startsWith("secret put")) {
      const newest = `v${this.#uploads}`;
      if (this.traffic.get(newest) !== 100) {
        this.changes.pop();
        return failed(NOT_NEWEST);
      }
      this.traffic = new Map([[this.#nextVersion({ [args[2] ?? ""]: input }), 100]]);
      return ok();
    }
    if (line.startsWith("versions secret put")) {
      this.#nextVersion({ [args[3] ?? ""]: input });
      return ok();
    }
    if (line.startsWith("triggers deploy")) {
      this.#applyTriggers();
      return ok();
    }
    throw new Error(`Unexpected command: wrangler ${line}`);
  };

  readonly probe: Probe = async (path, version) => {
    const percentage = this.traffic.get(version);
    const fault = this.responseFault(path, version, percentage ?? 0) ?? {};
    const status = fault.status ?? 200;
    if (status === 0) return { status, body: null, error: "connect ECONNREFUSED" };
    if (path !== "/health") return { status, body: null };
    const waiting = this.queues.find((queue) => !this.#consumed.has(queue));
    const queueFault: Record<string, string> = waiting
      ? { queues: `${waiting} hasn't delivered for 30 s` }
      : {};
    const checks = HEALTHY.map((name) => {
      const detail = { ...queueFault, ...fault.failing }[name];
      return { name, status: detail ? "down" : "ok", detail: detail ?? "works" };
    });
    // A version that isn't part of the deployment can't be chosen.
    const deployment = fault.version ?? (percentage === undefined ? "another" : version);
    return { status, body: { deployment, checks } };
  };

  readonly sleep = async (ms: number): Promise<void> => {
    this.slept += ms;
  };

  /** The operator's endpoints of the version that has most of the traffic. */
  readonly fetch = async (
    url: string,
    { method = "GET", headers = {} }: RequestInit = {},
  ): Promise<Response> => {
    const [[live = ""] = []] = [...this.traffic].sort(([, a], [, b]) => b - a);
    const token = String((headers as Record<string, string>).Authorization).replace("Bearer ", "");
    const tokens = this.database
      .prepare("select 1 from d1_deployments where name = ? and expires_at > ?")
      .all(operatorTokenName(token), Date.now());
    const isOperator =
      (this.acceptsTokens && tokens.length) || this.secrets.get(live)?.OPERATOR_SECRET === token;
    if (!isOperator) return Response.json({ error: "Unauthorized" }, { status: 401 });
    const call = `${method} ${url.split("/api/operator/")[1]}`;
    this.operatorCalls.push(call);
    if (call === "POST rewound") return Response.json({ cursor: null });
    const run = { type: "backup", id: "b1", started_at: 0, finished_at: 0, rows: 1, objects: 1 };
    return Response.json(call === "POST backup" ? { id: "b1" } : { running: null, last: run });
  };

  /** Saves the state of a database, or of all. Returns its bookmark, or theirs. */
  saveState(which?: DatabaseField): string {
    if (!which) return (["database", "forum", "play"] as const).map((each) => this.saveState(each)).join(",");
    this.#bookmarks.push(this[which].serialize());
    return `bookmark-${this.#bookmarks.length - 1}`;
  }

  #rewind(line: string, name: string): WranglerOutput {
    const which = databaseField(name);
    const state = this.#bookmarks[Number(/--bookmark=bookmark-(\d+)/.exec(line)?.[1])];
    if (!state) return failed("No such bookmark");
    const previous_bookmark = this.saveState(which);
    // A database with prepared statements can't be deserialized into.
    this[which] = new DatabaseSync(":memory:");
    this[which].deserialize(state);
    return ok(JSON.stringify({ previous_bookmark }));
  }

  #applyTriggers(): void {
    for (const queue of this.queues) this.#consumed.add(queue);
  }

  /** A version inherits the secrets of the newest one. */
  #nextVersion(secrets: Record<string, string> = {}): string {
    const inherited = this.secrets.get(`v${this.#uploads}`);
    this.#uploads++;
    const version = `v${this.#uploads}`;
    this.secrets.set(version, { ...inherited, ...secrets });
    this.#versions.push(version);
    return version;
  }

  /** Runs a file as one transaction. */
  #import(name: string, file: string): WranglerOutput {
    const database = this[databaseField(name)];
    try {
      database.exec(`begin; ${readFileSync(file, "utf8")}; commit`);
      return ok("[]");
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      return failed(String(error));
    }
  }

  #query(name: string, sql: string): WranglerOutput {
    const database = this[databaseField(name)];
    try {
      // Split at semicolons outside of texts.
      const results = (sql.match(/(?:'(?:''|[^'])*'|[^;'])+/g) ?? [])
        .filter((each) => each.trim())
        .map((each) => ({
          results: database.prepare(each).all(),
          success: true,
          meta: { served_by_region: this.region, served_by_colo: "AMS" },
        }));
      return ok(JSON.stringify(results));
    } catch (error) {
      return failed(String(error));
    }
  }
}

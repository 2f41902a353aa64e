import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Probe } from "#scripts/deploy/probe.ts";
import type { RunWrangler, WranglerOutput } from "#scripts/deploy/wrangler.ts";

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

/** A Cloudflare account with one site, behind the commands of a release. The database is a real one. */
export class CloudflareAccount {
  /** Commands that changed something, without their options. */
  readonly changes: string[] = [];
  /** The traffic of versions in percent. */
  traffic = new Map<string, number>();
  commandFault: CommandFault = () => undefined;
  responseFault: ResponseFault = () => undefined;
  /** Milliseconds that the release has slept. */
  slept = 0;
  readonly database = new DatabaseSync(":memory:");
  #uploads = 0;

  readonly run: RunWrangler = async (args, { env = {} } = {}) => {
    const line = args.join(" ");
    const fault = this.commandFault(line);
    if (fault !== undefined) return failed(fault);
    if (args[0] === "d1") return this.#query(args.at(-1) ?? "");
    if (line.startsWith("deployments status")) {
      const versions = [...this.traffic].map(([version_id, percentage]) => ({ version_id, percentage }));
      return ok(JSON.stringify({ versions }));
    }
    this.changes.push(line.replace(/ --.*/, ""));
    const report = (entry: object) =>
      writeFileSync(env.WRANGLER_OUTPUT_FILE_PATH ?? "", `${JSON.stringify(entry)}\n`);
    if (args[0] === "deploy") {
      const version = this.#nextVersion();
      this.traffic = new Map([[version, 100]]);
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
    if (line.startsWith("triggers deploy")) return ok();
    throw new Error(`Unexpected command: wrangler ${line}`);
  };

  readonly probe: Probe = async (path, version) => {
    const percentage = this.traffic.get(version);
    const fault = this.responseFault(path, version, percentage ?? 0) ?? {};
    const status = fault.status ?? 200;
    if (status === 0) return { status, body: null, error: "connect ECONNREFUSED" };
    if (path !== "/health") return { status, body: null };
    const checks = HEALTHY.map((name) => {
      const detail = fault.failing?.[name];
      return { name, status: detail ? "down" : "ok", detail: detail ?? "works" };
    });
    // A version that isn't part of the deployment can't be chosen.
    const deployment = fault.version ?? (percentage === undefined ? "another" : version);
    return { status, body: { deployment, checks } };
  };

  readonly sleep = async (ms: number): Promise<void> => {
    this.slept += ms;
  };

  #nextVersion(): string {
    this.#uploads++;
    return `v${this.#uploads}`;
  }

  #query(sql: string): WranglerOutput {
    try {
      const results = sql
        .split(";")
        .filter((each) => each.trim())
        .map((each) => ({ results: this.database.prepare(each).all(), success: true }));
      return ok(JSON.stringify(results));
    } catch (error) {
      return failed(String(error));
    }
  }
}

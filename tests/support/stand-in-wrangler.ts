import { readFileSync, writeFileSync } from "node:fs";
import type { RunWrangler, WranglerOutput } from "#scripts/deploy/wrangler.ts";
import type { CloudflareStandIn } from "#tests/stand-ins/cloudflare/cloudflare-stand-in.ts";

const ok = (stdout = ""): WranglerOutput => ({ code: 0, stdout, stderr: "" });
const failed = (error: string): WranglerOutput => ({ code: 1, stdout: "", stderr: `✘ [ERROR] ${error}` });

/**
 * Returns the commands of wrangler that a deployment uses, done in the account of a stand-in: a process of wrangler takes seconds. The
 * nightly tests run wrangler itself.
 */
export const standInWrangler =
  (cloudflare: CloudflareStandIn): RunWrangler =>
  async (args, { env = {} } = {}) => {
    const [command, id = ""] = args;
    const after = (flag: string) => args[args.indexOf(flag) + 1] ?? "";
    const fault = cloudflare.fault("WRANGLER", args.slice(0, 2).join(" "));
    if (fault) return failed(`${fault.message} [code: ${fault.code}]`);
    if (command === "auth") return ok(JSON.stringify({ type: "api_token", token: "a token" }));
    if (command === "d1") {
      const { sqlite } = cloudflare.database(args[2] ?? "");
      try {
        sqlite.exec(`begin; ${readFileSync(after("--file"), "utf8")}; commit`);
      } catch (error) {
        if (sqlite.isTransaction) sqlite.exec("rollback");
        return failed(String(error));
      }
      cloudflare.changes.push(`migrations of ${args[2]}`);
      return ok();
    }
    if (command === "deploy") {
      const file = args.includes("--secrets-file") ? readFileSync(after("--secrets-file"), "utf8") : "{}";
      const version = cloudflare.addVersion(JSON.parse(file) as Record<string, string>);
      cloudflare.live = version;
      cloudflare.changes.push(`version ${cloudflare.versions.length}`);
      const targets = ["https://bopolis.operator.workers.dev"];
      const report = { type: "deploy", version_id: version, targets };
      writeFileSync(env.WRANGLER_OUTPUT_FILE_PATH ?? "", `${JSON.stringify(report)}\n`);
      return ok();
    }
    if (command === "rollback") {
      cloudflare.live = id;
      cloudflare.changes.push("rollback");
      return ok();
    }
    throw new Error(`Unexpected command: wrangler ${args.join(" ")}`);
  };

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-script.mjs";

/** Kinds of files that people read; migrations and lock files are left alone. */
const READ = /\.(ts|tsx|mjs|css|md|html)$|^db\/.*\.sql$/;

/** The project's files that people read, as paths from its root, those not committed yet included. */
export function trackedFiles(under: string[] = []): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...under];
  return execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
    .split("\n")
    .filter((file) => READ.test(file) && existsSync(join(root, file)));
}

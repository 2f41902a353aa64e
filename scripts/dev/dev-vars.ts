import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-script.mjs";
import { DEVELOPMENT } from "../site/development.ts";
import { isStandIn } from "../site/stand-ins.ts";

const FILE = join(root, ".dev.vars");

type Vars = Record<string, string>;

/** Returns the developer's own variables in .dev.vars. Those of the last run's stand-ins are stale. */
export function readDevVars(): Vars {
  const lines = existsSync(FILE) ? readFileSync(FILE, "utf8").split("\n").filter(Boolean) : [];
  const given = Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2) as [string, string]));
  return Object.fromEntries(Object.entries(given).filter(([name]) => !isStandIn(name, given)));
}

/** Writes the variables that wrangler and Vite's plugin read. The developer's own ones stay, apart from `secrets`. */
export function writeDevVars(standIns: Vars, secrets: Vars): void {
  const all = { ...DEVELOPMENT, ...standIns, ...readDevVars(), ...secrets };
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(FILE, lines.join(""), { mode: 0o600 });
}

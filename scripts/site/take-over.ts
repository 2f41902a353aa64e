import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/**
 * Makes this process the only one on a state folder: two would corrupt each other's databases. One that was left
 * behind by a killed terminal is asked to stop and waited for.
 */
export async function takeOver(state: string): Promise<void> {
  mkdirSync(state, { recursive: true });
  const file = join(state, "site.pid");
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (pid > 1 && pid !== process.pid && alive(pid) && isOurs(pid)) {
    console.log("Another Bopolis was still running on this data; stopping it.");
    process.kill(pid, "SIGTERM");
    for (let tries = 0; alive(pid) && tries < 100; tries++)
      await new Promise((done) => setTimeout(done, 100));
    if (alive(pid)) process.kill(pid, "SIGKILL");
  }
  writeFileSync(file, String(process.pid));
}

/** Process ids are used again; only one that runs our start script is ours. Where that can't be seen, it is believed. */
function isOurs(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, "utf8").includes("scripts/start/main.ts");
}

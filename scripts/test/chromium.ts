import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { node, root } from "../run-script.mjs";

/** Debian's packages. The headless shell takes a sixth less CPU time than the full browser. */
const DEBIAN_PACKAGES = ["chromium-headless-shell", "chromium"];
const SYSTEM_COMMANDS = [...DEBIAN_PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Returns the path of a Chromium: the system's, Playwright's or Debian's. Installs one if there is none. */
export function findChromium(): string {
  return process.env.CHROMIUM ?? findOnPath() ?? installWithPlaywright() ?? installFromDebian();
}

function findOnPath(): string | undefined {
  for (const name of SYSTEM_COMMANDS) {
    for (const folder of (process.env.PATH ?? "").split(":")) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  return undefined;
}

function installWithPlaywright(): string | undefined {
  const installed = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
  if (installed()) return installed();
  console.log("Installing Chromium for the browser tests …");
  const cli = join(root, "node_modules/@playwright/test/cli.js");
  spawnSync(node, [cli, "install", "--with-deps", "chromium"], { stdio: "inherit", timeout: 240_000 });
  return installed();
}

function installFromDebian(): string {
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  const aptGet = (...args: string[]) => {
    const [command = "apt-get", ...rest] = [...sudo, "apt-get", ...args];
    spawnSync(command, rest, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  };
  aptGet("update");
  for (const name of DEBIAN_PACKAGES) {
    aptGet("install", "-y", "--no-install-recommends", name);
    const found = findOnPath();
    if (found) return found;
  }
  throw new Error("The browser tests need Chromium. Install it and set CHROMIUM to its path.");
}

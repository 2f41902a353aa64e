import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { node, root } from "../bootstrap.mjs";

/** Debian's packages: the same browser without a window of its own, which tests have no use for, takes a sixth less of the processor. */
const DEBIANS = ["chromium-headless-shell", "chromium"];
const SYSTEM = [...DEBIANS, "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Path of a Chromium: the system's, else playwright's own, else Debian's package, installed when it is missing. */
export function findChromium(): string {
  return process.env.CHROMIUM ?? system() ?? playwrights() ?? debians();
}

function system(): string | undefined {
  for (const name of SYSTEM) {
    for (const folder of (process.env.PATH ?? "").split(":")) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  return undefined;
}

function playwrights(): string | undefined {
  const there = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
  if (there()) return there();
  console.log("Installing a Chromium for the browser tests …");
  const cli = join(root, "node_modules/@playwright/test/cli.js");
  spawnSync(node, [cli, "install", "--with-deps", "chromium"], { stdio: "inherit", timeout: 240_000 });
  return there();
}

function debians(): string {
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  const aptGet = (...args: string[]) => {
    const [command = "apt-get", ...rest] = [...sudo, "apt-get", ...args];
    spawnSync(command, rest, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  };
  aptGet("update");
  for (const name of DEBIANS) {
    aptGet("install", "-y", "--no-install-recommends", name);
    const found = system();
    if (found) return found;
  }
  throw new Error("There is no Chromium for the browser tests. Install one and set CHROMIUM to its path.");
}

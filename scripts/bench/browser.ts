import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";

const INSTALLED = "/usr/bin/chromium";

/** The machine's Chromium, or the one that playwright has installed. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(INSTALLED) && { executablePath: INSTALLED }),
    // WebGL in software where there is no graphics card.
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
}

import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../test/chromium.ts";

/** The Chromium that tests use, too. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    // WebGL in software where there is no graphics card.
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
}

import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../test/chromium.ts";

/** Opens the Chromium that the tests use. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    // Software WebGL for machines without a graphics card.
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
}

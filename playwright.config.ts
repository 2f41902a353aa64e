import { existsSync, statfsSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/test/chromium.ts";

const executablePath = findChromium();
const port = Number(process.env.E2E_PORT ?? 8791);

/**
 * What Chromium does without: its last `--disable-features` alone counts, so what Playwright turns off (its own switches,
 * 1.65.1) stands here again. The address bar's own two pages, which each context would load for nobody, took more of the
 * processor than the site.
 */
const WITHOUT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/**
 * By default Playwright keeps Chromium's shared memory in files on disk, because `/dev/shm` is too small in some containers. Where
 * it is large enough, a page load takes about 10 % less CPU time with it.
 */
const SHARED_MEMORY = "/dev/shm";
const ENOUGH_SHARED = 1e9;
function hasSharedMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= ENOUGH_SHARED;
}

/** Specs for a phone. `npm run test:nightly` runs them on a desktop as well. */
const ON_PHONES = /(journey|looks)\.spec\.ts$/;
const NIGHTLY_ALONE = [ON_PHONES, /\.nightly\.spec\.ts$/];

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  // More than there are processors where tests run: each waits a third of its time, for the site or for what is shown later.
  workers: 3,
  retries: 0,
  reporter: [["list"]],
  // Enough where other programs keep all processors busy.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    // Scripts stay cached between tests, as for a returning visitor. Cookies and storage are cleared.
    reuseContext: true,
    baseURL: `http://localhost:${port}`,
    // Pages show the viewer's time zone, the API UTC.
    timezoneId: "UTC",
    // Without transitions and idle movements there is nothing to wait for but the site itself.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath,
      ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
      args: [
        "--no-sandbox",
        // The page is put together without the graphics card's process; only WebGL is drawn there, in software.
        "--disable-gpu",
        "--use-angle=swiftshader-webgl",
        "--enable-unsafe-swiftshader",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${WITHOUT.join()}`,
      ],
    },
  },
  projects: [
    {
      name: "desktop",
      testIgnore: process.env.NIGHTLY ? [] : NIGHTLY_ALONE,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
    {
      name: "phone",
      testMatch: ON_PHONES,
      // A phone's layout and touch; its many pixels would only be painted for nobody.
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
  webServer: {
    command: "node --disable-warning=ExperimentalWarning tests/support/e2e-site.ts",
    url: `http://localhost:${port}/api/session`,
    // While writing tests: `node tests/support/e2e-site.ts` once, then run with E2E_REUSE=1.
    reuseExistingServer: process.env.E2E_REUSE === "1",
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
    timeout: 240_000,
    // The pinned Node comes before the machine's own.
    env: { E2E_PORT: String(port), PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
  },
});

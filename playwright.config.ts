import { delimiter, dirname } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/test/chromium.ts";
import { hasSharedMemory } from "./scripts/test/shared-memory.ts";

const executablePath = findChromium();
const port = Number(process.env.E2E_PORT ?? 8791);

/**
 * Disabled Chromium features. Only the last `--disable-features` counts, so this repeats Playwright's own list (1.65.1). The
 * two WebUIOmnibox pages would load in each context and take more CPU time than the site.
 */
const DISABLED_FEATURES = [
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
const MIN_SHARED_BYTES = 1e9;

/** Specs for phones. `npm run test:nightly` also runs them on a desktop. */
const PHONE_SPECS = /(journey|accessibility|design-system)\.spec\.ts$/;
const NIGHTLY_ONLY = [PHONE_SPECS, /\.nightly\.spec\.ts$/];

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  // More workers than processors: each test waits a third of its time.
  workers: 3,
  retries: 0,
  reporter: [["list"]],
  // Both only end what hangs, also on a busy machine.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    // Scripts stay cached between tests, as for a returning visitor. Cookies and storage are cleared.
    reuseContext: true,
    // A service worker would outlive its test, and requests would go around `page.route`.
    serviceWorkers: "block",
    baseURL: `http://localhost:${port}`,
    // Pages show the viewer's time zone, the API UTC.
    timezoneId: "UTC",
    // Without transitions and idle animations, tests only wait for the site itself.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath,
      ignoreDefaultArgs: hasSharedMemory(MIN_SHARED_BYTES) ? ["--disable-dev-shm-usage"] : [],
      args: [
        "--no-sandbox",
        // Pages are composited without the GPU process. Only WebGL uses it, in software.
        "--disable-gpu",
        "--use-angle=swiftshader-webgl",
        "--enable-unsafe-swiftshader",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${DISABLED_FEATURES.join()}`,
      ],
    },
  },
  projects: [
    // First, because its walks over all pages take longest.
    {
      name: "phone",
      testMatch: PHONE_SPECS,
      // A phone's layout and touch, but without its high pixel density, which would only cost time.
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
    {
      name: "desktop",
      testIgnore: process.env.NIGHTLY ? [] : NIGHTLY_ONLY,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
  ],
  webServer: {
    command: "node --disable-warning=ExperimentalWarning tests/support/e2e-site.ts",
    url: `http://localhost:${port}/api/session`,
    // While you write tests, start `node tests/support/e2e-site.ts` once and run with E2E_REUSE=1.
    reuseExistingServer: process.env.E2E_REUSE === "1",
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
    timeout: 240_000,
    // Puts the pinned Node before the system's.
    env: { E2E_PORT: String(port), PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
  },
});

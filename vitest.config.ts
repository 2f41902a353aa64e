import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { configDefaults, defineConfig } from "vitest/config";
import { DATABASES } from "./db/databases.ts";
import { once } from "./domain/once.ts";
import { buildInfo } from "./scripts/site/build-info.ts";
import { DEVELOPMENT } from "./scripts/site/development.ts";
import { newVapidKey } from "./scripts/site/new-secret.ts";
import { pagesPlugin } from "./scripts/site/pages-plugin.ts";
import { startStandIns } from "./scripts/site/stand-ins.ts";
import { laggingCopyOptions } from "./tests/lagging-copy/options.ts";
import { startTurnstile } from "./tests/stand-ins/turnstile/start-turnstile.ts";
import { schemaSnapshot } from "./tests/support/schema-snapshot.ts";

/** Packages with many small files, bundled so worker tests don't fetch them one by one. */
const BUNDLED = [
  "drizzle-orm",
  "drizzle-orm/sqlite-core",
  "drizzle-orm/sqlite-proxy",
  "fast-check",
  "hono",
  "jose",
  "stripe",
  "zod/mini",
  "zod/v4/core",
];

/** Servers in this process. They don't keep it alive. */
const standIns = once(() => startStandIns({}, { port: 0 }));
/** Without keys: tests that use it set them. */
const turnstile = once(() => startTurnstile({ port: 0 }));

/** `LAGGING_COPY=on`: reads come from a copy of the database that lags behind, as with D1's read replication. */
const laggingCopy = process.env.LAGGING_COPY === "on" ? laggingCopyOptions() : null;

/** Pages treat it as a computer's. */
const UI_BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36";

/** A push key only for tests. */
const VAPID_TEST_KEY = newVapidKey();

export default defineConfig({
  test: {
    // Vitest reserves one processor for itself, which would leave only one of two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A test that prints errors fails, because noise hides important output.
    projects: [
      {
        test: {
          name: "unit",
          globals: true,
          // Saves a third of the time. No test may depend on what another file left in a module.
          isolate: false,
          // Only ends a test that hangs, also on a busy machine.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          include: ["tests/domain/**/*.test.ts", "tests/web/**/*.test.ts", "tests/scripts/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...(process.env.NIGHTLY ? [] : ["**/*.nightly.test.ts"])],
        },
      },
      {
        // Pages in a DOM without a browser (docs/testing.md).
        plugins: [pagesPlugin()],
        // React as the site is built with: its other build takes three times as long.
        oxc: { jsx: { development: false } },
        test: {
          name: "ui",
          environment: "happy-dom",
          env: { NODE_ENV: "production" },
          environmentOptions: {
            happyDOM: { width: 1280, height: 800, settings: { navigator: { userAgent: UI_BROWSER } } },
          },
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
          include: ["tests/ui/**/*.test.ts"],
        },
      },
      {
        define: { BUILD_INFO: JSON.stringify(await buildInfo()) },
        plugins: [
          cloudflareTest(async () => ({
            main: "./worker/index.ts",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              ...laggingCopy,
              bindings: {
                ...DEVELOPMENT,
                ...(await standIns()).vars,
                TURNSTILE_STAND_IN: (await turnstile()).url,
                SESSION_SECRET: "a secret only for tests",
                JOIN_SECRET: "another secret only for tests",
                SEAL_SECRET: "a third secret only for tests",
                VAPID_KEY: VAPID_TEST_KEY,
                OPERATOR_SECRET: "a secret only for operators",
                RATE_LIMITS: "off",
                // Tests count their own items, and need no build.
                STARTER_ITEMS: "off",
                PASSWORD_COST: "low",
                LOG: "errors",
                // Long lists run only in `npm run test:nightly`.
                ...(process.env.NIGHTLY && { NIGHTLY: "on" }),
                TEST_SCHEMA: Object.fromEntries(
                  DATABASES.map(({ folder }) => [
                    folder,
                    schemaSnapshot(join(import.meta.dirname, "migrations", folder)),
                  ]),
                ),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          globals: true,
          // Starting a worker for each file would take as long as its tests. See the setup file.
          isolate: false,
          deps: { optimizer: { ssr: { enabled: true, include: BUNDLED } } },
          include: ["tests/worker/**/*.test.ts"],
          setupFiles: ["tests/support/worker.setup.ts"],
        },
      },
    ],
  },
});

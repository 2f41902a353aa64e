import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { configDefaults, defineConfig } from "vitest/config";
import { once } from "./domain/once.ts";
import { startStandIns } from "./scripts/site/stand-ins.ts";
import { startTurnstile } from "./tests/stand-ins/turnstile/server.ts";

/** Packages of many small files, which every worker test would otherwise fetch one by one. */
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

/** Real servers in this process, which they do not keep from ending. */
const standIns = once(() => startStandIns({}, { port: 0 }));
/** Without its keys: the tests that it is for bring them along. */
const turnstile = once(() => startTurnstile({ port: 0 }));

export default defineConfig({
  test: {
    // Vitest leaves one processor to itself, which on two leaves one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A noisy console hides the line that matters: whatever is printed by passing code fails its test.
    projects: [
      {
        test: {
          name: "unit",
          // A busy machine is slow; a test that hangs takes longer than this.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          include: ["tests/domain/**/*.test.ts", "tests/web/**/*.test.ts", "tests/scripts/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...(process.env.NIGHTLY ? [] : ["**/*.nightly.test.ts"])],
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            main: "./worker/index.ts",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                ...(await standIns()).vars,
                TURNSTILE_STAND_IN: (await turnstile()).url,
                SESSION_SECRET: "a secret of the tests alone",
                JOIN_SECRET: "another secret of the tests alone",
                SEAL_SECRET: "a third secret of the tests alone",
                RATE_LIMITS: "off",
                PASSWORD_COST: "low",
                LOG: "errors",
                // Long lists in `npm run test:nightly` alone.
                ...(process.env.NIGHTLY && { NIGHTLY: "on" }),
                TEST_MIGRATIONS: await readD1Migrations(join(import.meta.dirname, "migrations")),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          // A worker for each file would take as long to start as its tests: see the setup file.
          isolate: false,
          deps: { optimizer: { ssr: { enabled: true, include: BUNDLED } } },
          include: ["tests/worker/**/*.test.ts"],
          setupFiles: ["tests/support/worker-setup.ts"],
        },
      },
    ],
  },
});

import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // A noisy console hides the line that matters: whatever is printed by passing code fails its test.
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/domain/**/*.test.ts", "tests/web/**/*.test.ts", "tests/scripts/**/*.test.ts"],
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            main: "./worker/index.ts",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                SESSION_SECRET: "a secret of the tests alone",
                RATE_LIMITS: "off",
                LOG: "errors",
                TEST_MIGRATIONS: await readD1Migrations(join(import.meta.dirname, "migrations")),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          include: ["tests/worker/**/*.test.ts"],
          setupFiles: ["tests/support/worker-setup.ts"],
        },
      },
    ],
  },
});

import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { buildInfo } from "./scripts/site/build-info.ts";
import { checkChunks, groupOf } from "./scripts/site/chunks.ts";
import { leanGlsl } from "./scripts/site/lean-glsl.ts";
import { leanThree } from "./scripts/site/lean-three.ts";
import { openApiPlugin } from "./scripts/site/open-api-plugin.ts";
import { pagesPlugin } from "./scripts/site/pages-plugin.ts";
import { notYetLoaded, preloadPlugin } from "./scripts/site/preload-plugin.ts";

/** Paths that Vite serves during development, because the worker only has built modules. */
const MODULES = ["!/@*", "!/web/*", "!/domain/*", "!/node_modules/*"];

/** Command that `npx wrangler dev` runs first, and again after each build. The plugin ignores it in wrangler.toml. */
const WRANGLER_BUILD = { command: "node scripts/wrangler-dev.mjs", watch_dir: "../complete" };

/** The plugin copies .dev.vars into the build. There, a site in production would find a developer's variables. */
const withoutDevVars: Plugin = {
  name: "without-dev-vars",
  generateBundle: { order: "post", handler: (_, bundle) => void delete bundle[".dev.vars"] },
};

export default defineConfig(async ({ command }) => ({
  define: { BUILD_INFO: JSON.stringify(await buildInfo()) },
  publicDir: "web/public",
  server: { port: 8787, strictPort: true },
  plugins: [
    react(),
    leanGlsl(),
    leanThree("bopolis"),
    openApiPlugin(),
    pagesPlugin(),
    checkChunks(),
    preloadPlugin(),
    cloudflare({
      configPath: "wrangler.toml",
      persistState: { path: ".bopolis" },
      config: (worker) => {
        if (command === "build") return void Object.assign(worker, { build: WRANGLER_BUILD });
        const first = worker.assets?.run_worker_first;
        if (Array.isArray(first)) first.push(...MODULES);
      },
    }),
    withoutDevVars,
  ],
  environments: {
    bopolis: { build: { minify: true } },
    client: {
      build: {
        outDir: "dist/client",
        // All supported browsers have modulepreload.
        modulePreload: { polyfill: false, resolveDependencies: notYetLoaded },
        assetsDir: "build",
        manifest: true,
        rolldownOptions: {
          input: "web/index.html",
          treeshake: {
            // The domain has pure functions and data only, so what a page doesn't use of it goes.
            moduleSideEffects: [{ test: /[\\/]domain[\\/]/, sideEffects: false }],
            propertyReadSideEffects: false,
          },
          output: {
            // Short names, because the entry point lists every file.
            chunkFileNames: "build/[hash:7].js",
            assetFileNames: "build/[hash:7][extname]",
            // Few chunks for the first screen: on a phone, a round trip costs more than the bytes saved by splitting.
            codeSplitting: {
              groups: [
                { name: "vendor", tags: ["$initial"], test: /node_modules|rolldown.runtime/, priority: 4 },
                { name: "site", tags: ["$initial"], priority: 3 },
                { name: groupOf, debugName: "shared", includeDependenciesRecursively: false, priority: 2 },
              ],
            },
          },
        },
      },
    },
  },
}));

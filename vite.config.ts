import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { leanStripe } from "./scripts/site/lean-stripe.ts";
import { leanThree } from "./scripts/site/lean-three.ts";
import { printApi } from "./scripts/site/print-api.ts";

interface Modules {
  getModuleInfo(id: string): { importers: readonly string[]; code: string | null } | null;
}

const importersOf = (id: string, modules: Modules) => modules.getModuleInfo(id)?.importers ?? [];

const ICON = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]([a-z\d-]+)\.mjs$/;

/** Every icon is imported by the set's index: it belongs to whoever names it in an import from there. */
function namersOf(icon: string, index: readonly string[], modules: Modules): string[] {
  const name = icon.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const named = new RegExp(`\\b${name}\\b`);
  return index
    .flatMap((one) => importersOf(one, modules))
    .filter((one) => !one.includes("node_modules") && named.test(modules.getModuleInfo(one)?.code ?? ""));
}

/** Whether a module is reached by static imports from the visitor's front page. */
function isOnFront(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id.endsWith("/web/app/home/visitor-page.tsx")) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const importers = importersOf(id, modules);
  const icon = ICON.exec(id)?.[1];
  return (icon ? namersOf(icon, importers, modules) : importers).some((importer) =>
    isOnFront(importer, modules, seen),
  );
}

/** What Vite itself answers while developing: the worker knows nothing of modules that are not built. */
const MODULES = ["!/@*", "!/web/*", "!/domain/*", "!/node_modules/*"];

export default defineConfig(({ command }) => ({
  publicDir: "web/public",
  server: { port: 8787, strictPort: true },
  plugins: [
    react(),
    leanStripe("bopolis"),
    leanThree("bopolis"),
    printApi(),
    cloudflare({
      configPath: "wrangler.toml",
      persistState: { path: ".bopolis" },
      config: ({ assets }) => {
        const first = assets?.run_worker_first;
        if (command === "serve" && Array.isArray(first)) first.push(...MODULES);
      },
    }),
  ],
  environments: {
    bopolis: { build: { minify: true } },
    client: {
      build: {
        outDir: "dist/client",
        // Browsers that can show this site know the link themselves.
        modulePreload: { polyfill: false },
        assetsDir: "build",
        manifest: true,
        rolldownOptions: {
          input: "web/index.html",
          output: {
            // Few files for the first screen: a round trip on a phone costs more than the bytes saved by splitting.
            codeSplitting: {
              groups: [
                { name: "vendor", tags: ["$initial"], test: /node_modules|rolldown.runtime/, priority: 4 },
                { name: "site", tags: ["$initial"], priority: 3 },
                {
                  name: (id, modules) => (isOnFront(id, modules) ? "front" : null),
                  debugName: "front",
                  priority: 2,
                },
                {
                  name: "parts",
                  test: /web[\\/](ui|lib|text)[\\/](?!.*(-surface|overlay|tabs))|[\\/]domain[\\/](?!world|play|events|clears|hosts|statistics)|lucide-react/,
                  minShareCount: 4,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
}));

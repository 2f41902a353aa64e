import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { leanStripe } from "./scripts/site/lean-stripe.ts";
import { leanThree } from "./scripts/site/lean-three.ts";
import { printApi } from "./scripts/site/print-api.ts";

interface Modules {
  getModuleInfo(id: string): {
    importers: readonly string[];
    dynamicImporters: readonly string[];
    isEntry: boolean;
    code: string | null;
  } | null;
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

/** Those who import a module by static imports; an icon's are the ones who name it. */
function usersOf(id: string, modules: Modules): readonly string[] {
  const importers = importersOf(id, modules);
  const icon = ICON.exec(id)?.[1];
  return icon ? namersOf(icon, importers, modules) : importers;
}

const roots = new Map<string, ReadonlySet<string>>();

/** The pages and windows whose code a module belongs to: those of the build's own chunks that reach it by static imports. */
function rootsOf(id: string, modules: Modules): ReadonlySet<string> {
  const known = roots.get(id);
  if (known) return known;
  const found = new Set<string>();
  const seen = new Set([id]);
  for (const one of seen) {
    const info = modules.getModuleInfo(one);
    if (info?.isEntry || info?.dynamicImporters.length) found.add(one.replace(/^.*[\\/](?=web[\\/])/, ""));
    for (const user of usersOf(one, modules)) seen.add(user);
  }
  roots.set(id, found);
  return found;
}

const FRONT = "web/app/home/visitor-page.tsx";
const STAFF = /^web\/app\/pages\/staff/;
/** Pages that visitors look at. */
const PUBLIC = [
  ...[
    "levels/pages/browser",
    "levels/pages/user-levels",
    "users/directory",
    "inventory/inventory",
    "shop/shop",
  ],
  ...["achievements/achievements", "buddies/buddies", "level", "item", "profile", "events", "ratings"],
  ...["forums/index", "forums/search", "forums/subforum", "forums/thread"],
].map((name) => new RegExp(`^web/(features|app/pages)/${name}-page\\.tsx$`));
/** What is small and for many: everything a page is put together from. */
const PARTS = /web[\\/](ui|lib|text)[\\/](?!.*(-surface|overlay|tabs))|[\\/]domain[\\/]|lucide-react/;

/**
 * The file that a module shares with others: few files cost few round trips, but nobody should fetch much that they
 * never use. What a module imports belongs to all that the module does, and more: so no two of these files import each
 * other.
 */
function groupOf(id: string, modules: Modules): string | null {
  const own = [...rootsOf(id, modules)];
  if (own.includes(FRONT)) return "front";
  if (own.length >= 3 && own.every((root) => STAFF.test(root))) return "staff";
  if (!PARTS.test(id)) return null;
  const seen = own.filter((root) => PUBLIC.some((page) => page.test(root))).length;
  const many = ICON.test(id) ? 3 : 4;
  if (seen >= many) return "parts";
  return seen === 0 && own.length >= many ? "more" : null;
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
            // The entry has every file's name in it, so these are short.
            chunkFileNames: "build/[hash].js",
            assetFileNames: "build/[hash][extname]",
            // Few files for the first screen: a round trip on a phone costs more than the bytes saved by splitting.
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

import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { leanThree } from "./scripts/site/lean-three.ts";
import { openApiPlugin } from "./scripts/site/open-api-plugin.ts";
import { pagesPlugin } from "./scripts/site/pages-plugin.ts";

interface Modules {
  getModuleInfo(id: string): {
    importers: readonly string[];
    dynamicImporters: readonly string[];
    isEntry: boolean;
    code: string | null;
    importedIds: readonly string[];
    exports: readonly string[];
  } | null;
}

const importersOf = (id: string, modules: Modules) => modules.getModuleInfo(id)?.importers ?? [];

/** Modules without imports that are shorter than this (in characters) cost less in a shared chunk than as a file of their own. */
const TINY = 2_000;
const ICON = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]([a-z\d-]+)\.mjs$/;
/** Packages whose index imports everything they have. */
const BARREL =
  /[\\/]node_modules[\\/](lucide-react|@tanstack[\\/](react-query|query-core))[\\/].*[\\/](lucide-react|index)\.m?js$/;

/** The names by which other modules import a module from its package's index. */
function namesOf(id: string, modules: Modules): readonly string[] {
  const icon = ICON.exec(id)?.[1];
  return icon
    ? [icon.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())]
    : (modules.getModuleInfo(id)?.exports ?? []);
}

const COMMENT = /\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm;
const codes = new Map<string, string>();

/** A module's code without its comments. */
function codeOf(id: string, modules: Modules): string {
  const code = codes.get(id) ?? (modules.getModuleInfo(id)?.code ?? "").replace(COMMENT, "");
  codes.set(id, code);
  return code;
}

/** Modules that import one of these names from an index, or from an index of that. */
function usersThrough(barrel: string, names: RegExp, modules: Modules): string[] {
  return importersOf(barrel, modules).flatMap((one) => {
    if (BARREL.test(one)) return usersThrough(one, names, modules);
    return names.test(codeOf(one, modules)) ? [one] : [];
  });
}

const users = new Map<string, readonly string[]>();

/** Modules that import a module statically. An index doesn't count, but those who name the module's exports there. */
function usersOf(id: string, modules: Modules): readonly string[] {
  const known = users.get(id);
  if (known) return known;
  let found = importersOf(id, modules);
  if (!BARREL.test(id) && found.some((one) => BARREL.test(one))) {
    const names = new RegExp(`\\b(${namesOf(id, modules).join("|")})\\b`);
    found = found.flatMap((one) => (BARREL.test(one) ? usersThrough(one, names, modules) : [one]));
  }
  users.set(id, found);
  return found;
}

const roots = new Map<string, ReadonlySet<string>>();

/** The entry points and lazy-loaded pages and modals that reach a module by static imports. */
function rootsOf(id: string, modules: Modules): ReadonlySet<string> {
  const known = roots.get(id);
  if (known) return known;
  const found = new Set<string>();
  const visited = new Set([id]);
  for (const one of visited) {
    const info = modules.getModuleInfo(one);
    if (info?.isEntry || info?.dynamicImporters.length) found.add(one.replace(/^.*[\\/](?=web[\\/])/, ""));
    for (const user of usersOf(one, modules)) visited.add(user);
  }
  roots.set(id, found);
  return found;
}

const FRONT = "web/features/home/pages/visitor-page.tsx";
const STAFF = /^web\/features\/staff\/pages\//;
/** Pages that visitors can see. */
const PUBLIC = [
  ...["levels/browser", "levels/user-levels", "levels/level", "users/directory", "users/profile"],
  ...["inventory/inventory", "shop/shop", "items/item", "achievements/achievements", "buddies/buddies"],
  ...["events/events", "ratings/ratings"],
  ...["forums/index", "forums/search", "forums/subforum", "forums/thread"],
].map((name) => `web/features/${name.replace("/", "/pages/")}-page.tsx`);
/** The pages of the forums, which share much that no other page needs. */
const FORUMS = /^web\/features\/forums\//;
/** A level that is played loads as little else as possible. */
const PLAYER = /^web\/(features\/play\/(?!pages\/download)|game\/)/;
/** A level that is being built is drawn and tested with the player's code, and must not change what players load. */
const BUILDER = /^web\/(features\/build\/|game\/edit\/)/;
/** The entry points that start building. Menus, modals and other tabs follow later. */
const BUILDER_START = ["web/features/build/pages/build-page.tsx", "web/game/edit/create-level-editor.ts"];
/** The entry points that start playing. The rest of the player, such as its menus, follows later. */
const PLAYER_START = ["web/features/play/pages/play-page.tsx", "web/game/game.ts"];
/** The screens over a level, which can be played a moment before them. */
const PLAYER_STAGE = "web/features/play/level-stage.tsx";
/** Shows a level in 3D without playing it. */
const LEVEL_VIEW = "web/features/levels/world-orbit.tsx";
/** Code that every canvas with a bopi needs. */
const CANVAS =
  /node_modules[\\/]three[\\/]|[\\/]domain[\\/]avatar[\\/]model[\\/]|[\\/]web[\\/]scene[\\/](load|pixels)/;
/** The requests at the press of Play. */
const PRESS = /[\\/]web[\\/]lib[\\/](room-ticket|world-download)\.ts$/;
/** The code that starts workers. */
const WORKERS = /[\\/]web[\\/](lib[\\/]script-url|scene[\\/]web-gl)\.ts$/;
/** Small, widely used modules that pages are built from. */
const PARTS =
  /web[\\/]((ui|lib)[\\/](?!.*(-surface|overlay|tabs))|components[\\/][^\\/]+$)|web[\\/].*[\\/]text[\\/.]|[\\/]domain[\\/]|lucide-react/;

/**
 * The shared chunk of a module. Few chunks need few round trips, but no one should download much unused code. A module's
 * imports belong to at least as many pages as the module itself, so no two of these chunks import each other.
 */
function groupOf(id: string, modules: Modules): string | null {
  const ownRoots = [...rootsOf(id, modules)].filter((root) => !BUILDER.test(root));
  // The manifest names an entry by a chunk of its own.
  const isEntry = (modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
  const startsBuilder = BUILDER_START.some((start) => rootsOf(id, modules).has(start));
  if (startsBuilder && ownRoots.length === 0 && !isEntry) return "builder";
  if (ownRoots.includes(FRONT)) return "front";
  if (ownRoots.length >= 3 && ownRoots.every((root) => STAFF.test(root))) return "staff";
  if (CANVAS.test(id)) return "canvas";
  if (PRESS.test(id)) return "press";
  if (WORKERS.test(id)) return "workers";
  const isStart = PLAYER_START.some((start) => ownRoots.includes(start));
  if (!isEntry) {
    const others = ownRoots.filter((root) => !PLAYER.test(root));
    if (isStart && others.length === 0) return "player";
    if (isStart && others.every((root) => root === LEVEL_VIEW)) return "world";
    if (ownRoots.includes(PLAYER_STAGE) && others.length === 0) return "stage";
  }
  if (!PARTS.test(id)) return null;
  const publicRoots = ownRoots.filter((root) => PUBLIC.includes(root));
  const visited = publicRoots.length;
  if (visited >= 2 && publicRoots.every((root) => FORUMS.test(root))) return "forums";
  const isIcon = ICON.test(id);
  const minimum = isIcon ? 3 : 4;
  const { code, importedIds } = modules.getModuleInfo(id) ?? {};
  const isTiny = (isIcon || importedIds?.length === 0) && code != null && code.length < TINY;
  if (visited >= (isTiny ? 2 : minimum)) return "parts";
  if (visited > 0 || ownRoots.length < minimum) return null;
  return ownRoots.some((root) => PLAYER.test(root)) ? "play" : "more";
}

/** Paths that Vite serves during development, because the worker only has built modules. */
const MODULES = ["!/@*", "!/web/*", "!/domain/*", "!/node_modules/*"];

export default defineConfig(({ command }) => ({
  publicDir: "web/public",
  server: { port: 8787, strictPort: true },
  plugins: [
    react(),
    leanThree("bopolis"),
    openApiPlugin(),
    pagesPlugin(),
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
        // All supported browsers have modulepreload.
        modulePreload: { polyfill: false },
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

import { relative } from "node:path";
import type { Plugin } from "vite";
import { pageFile } from "#domain/api/page.ts";
import { root } from "../run-script.mjs";

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

/** A module's path from the root of the repository, with slashes. */
const pathOf = (id: string): string => relative(root, id).replaceAll("\\", "/");

const importersOf = (id: string, modules: Modules) => modules.getModuleInfo(id)?.importers ?? [];

/** Modules without imports that are shorter than this (in characters) cost less in a shared chunk than as a file of their own. */
const TINY = 2_000;
const ICON = /^node_modules\/lucide-react\/.*\/icons\/([a-z\d-]+)\.mjs$/;
/** Packages whose index imports everything they have. */
const BARREL =
  /^node_modules\/(lucide-react|@tanstack\/(react-query|query-core))\/.*\/(lucide-react|index)\.m?js$/;

const isBarrel = (id: string): boolean => BARREL.test(pathOf(id));

/** The names by which other modules import a module from its package's index. */
function namesOf(id: string, modules: Modules): readonly string[] {
  const icon = ICON.exec(pathOf(id))?.[1];
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
    if (isBarrel(one)) return usersThrough(one, names, modules);
    return names.test(codeOf(one, modules)) ? [one] : [];
  });
}

const users = new Map<string, readonly string[]>();

/** Modules that import a module statically. An index doesn't count, but those who name the module's exports there. */
function usersOf(id: string, modules: Modules): readonly string[] {
  const known = users.get(id);
  if (known) return known;
  let found = importersOf(id, modules);
  if (!isBarrel(id) && found.some((one) => isBarrel(one))) {
    const names = new RegExp(`[{,]\\s*(${namesOf(id, modules).join("|")})\\b[^{}]*\\}\\s*from\\b`);
    found = found.flatMap((one) => (isBarrel(one) ? usersThrough(one, names, modules) : [one]));
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
    if (info?.isEntry || info?.dynamicImporters.length) found.add(pathOf(one));
    for (const user of usersOf(one, modules)) visited.add(user);
  }
  roots.set(id, found);
  return found;
}

/** Modules of these files or folders, by their paths from the root of the repository. */
type Places = readonly RegExp[];

const isIn = (places: Places, path: string): boolean => places.some((place) => place.test(path));

const pageFiles = (...names: string[]): Places =>
  names.map((name) => new RegExp(`^${pageFile(name).replaceAll(".", "\\.")}$`));

const FRONT = pageFiles("home/visitor");
const STAFF = [/^web\/features\/staff\//];
/** The pages that visitors sign up and in with. */
const SIGN_IN = pageFiles("auth/register", "auth/login");
/** Pages that visitors can see. */
const PUBLIC = pageFiles(
  ...["levels/browser", "levels/user-levels", "levels/level", "users/directory", "users/profile"],
  ...["inventory/inventory", "shop/shop", "items/item", "achievements/achievements", "buddies/buddies"],
  ...["events/events", "ratings/ratings"],
  ...["forums/index", "forums/search", "forums/subforum", "forums/thread"],
);
/** The pages of the forums, which share much that no other page needs. */
const FORUMS = [/^web\/features\/forums\//];
/** A level that is played loads as little else as possible. */
const PLAYER = [/^web\/features\/play\/(?!pages\/download)/, /^web\/game\//];
/** A level that is being built is drawn and tested with the player's code, and must not change what players load. */
const BUILDER = [/^web\/features\/build\//, /^web\/game\/edit\//];
/** The entry point that starts building. Menus, modals and other tabs follow later. */
const BUILDER_START = pageFiles("build/build");
/** The entry points that start playing. The rest of the player, such as its menus, follows later. */
const PLAYER_START = [...pageFiles("play/play"), /^web\/game\/game\.ts$/];
/** Entry points in the chunks that they start. */
const STARTS = [...PLAYER_START, ...BUILDER_START];
/** The screens over a level, which can be played a moment before them. */
const PLAYER_STAGE = [/^web\/features\/play\/level-stage\.tsx$/];
/** Shows a level in 3D without playing it. */
const LEVEL_VIEW = [/^web\/features\/levels\/world-orbit\.tsx$/];
/** Code that every canvas with a bopi needs. */
const CANVAS = [
  /^node_modules\/three\//,
  /^domain\/avatar\/model\//,
  /^domain\/(items\/model\/mesh-file|raster\/png\/(needed-chunks|error))\.ts$/,
  /^web\/scene\/load/,
  /^web\/scene\/pixels/,
];
/** The shapes of blocks, which every picture of a level needs. */
const SOLIDS = [/^domain\/world\/(rotation|iso\/block-mesh)\.ts$/];
/** The requests at the press of Play. */
const PRESS = [/^web\/lib\/room-ticket\.ts$/, /^web\/lib\/world-download\.ts$/];
/** The code that starts workers. */
const WORKERS = [/^web\/lib\/script-url\.ts$/, /^web\/scene\/web-gl\.ts$/];
/** Small, widely used modules that pages are built from. */
const PARTS = [
  /^web\/(ui|lib)\/(?!.*(-surface|overlay|tabs))/,
  /^web\/components\/[^/]+$/,
  /^web\/.*\/text[/.]/,
  /^domain\//,
  /^node_modules\/lucide-react\//,
];

const PLACES: Places = [
  ...[ICON, BARREL],
  ...[FRONT, STAFF, SIGN_IN, PUBLIC, FORUMS, PLAYER, BUILDER, BUILDER_START, PLAYER_START].flat(),
  ...[PLAYER_STAGE, LEVEL_VIEW, CANVAS, SOLIDS, PRESS, WORKERS, PARTS].flat(),
];

/**
 * The shared chunk of a module. Few chunks need few round trips, but no one should download much unused code. A module's
 * imports belong to at least as many pages as the module itself, so no two of these chunks import each other.
 */
export function groupOf(id: string, modules: Modules): string | null {
  const path = pathOf(id);
  const allRoots = [...rootsOf(id, modules)];
  const ownRoots = allRoots.filter((root) => !isIn(BUILDER, root));
  const rootsIn = (places: Places) => ownRoots.filter((root) => isIn(places, root));
  const rootsOutside = (places: Places) => ownRoots.filter((root) => !isIn(places, root));
  // The manifest names other entries by chunks of their own.
  const isEntry = (modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0 && !isIn(STARTS, path);
  const startsBuilder = allRoots.some((root) => isIn(BUILDER_START, root));
  if (startsBuilder && ownRoots.length === 0 && !isEntry) return "building";
  if (rootsIn(FRONT).length > 0) return "front";
  if (ownRoots.length >= 3 && rootsOutside(STAFF).length === 0) return "staff";
  if (isIn(CANVAS, path)) return "canvas";
  if (isIn(SOLIDS, path)) return "solids";
  if (isIn(PRESS, path)) return "play";
  if (isIn(WORKERS, path)) return "workers";
  if (!isEntry) {
    const isStart = rootsIn(PLAYER_START).length > 0;
    const others = rootsOutside(PLAYER);
    if (isStart && others.length === 0) return "player";
    if (isStart && others.every((root) => isIn(LEVEL_VIEW, root))) return "world";
    if (rootsIn(PLAYER_STAGE).length > 0 && others.length === 0 && !startsBuilder) return "stage";
  }
  if (!isIn(PARTS, path)) return null;
  const publicRoots = rootsIn(PUBLIC);
  const visited = publicRoots.length;
  if (visited >= 2 && publicRoots.every((root) => isIn(FORUMS, root))) return "forums";
  const isIcon = ICON.test(path);
  const minimum = isIcon ? 3 : 4;
  const { code, importedIds } = modules.getModuleInfo(id) ?? {};
  const isTiny = (isIcon || importedIds?.length === 0) && code != null && code.length < TINY;
  if (visited >= (isTiny ? 2 : minimum)) return "parts";
  if (visited > 0 || ownRoots.length < minimum) return null;
  if (rootsIn(PLAYER_START).length > 0) return "play";
  if (rootsIn(PLAYER).length > 0) return "room";
  return rootsIn(SIGN_IN).length > 0 ? "sign-in" : "more";
}

/** Stops the build if the rules name a file or folder that isn't there, such as one that was renamed. */
export function checkChunks(): Plugin {
  return {
    name: "check-chunks",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    buildEnd(error) {
      if (error) return;
      const paths = [...this.getModuleIds()].map(pathOf);
      const empty = PLACES.filter((place) => !paths.some((path) => place.test(path)));
      if (empty.length > 0) this.error(`The rules of chunks name what isn't there: ${empty.join(", ")}`);
    },
    generateBundle(_, bundle) {
      // Rolldown's chunk for an entry whose module is in another one exports names that aren't there.
      for (const file of Object.values(bundle))
        if (file.type === "chunk" && file.facadeModuleId && isIn(STARTS, pathOf(file.facadeModuleId)))
          this.error(`${file.facadeModuleId} has a chunk of its own.`);
    },
  };
}

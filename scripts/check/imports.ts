import { dirname, join } from "node:path/posix";

export interface ImportFinding {
  file: string;
  line: number;
  imported: string;
}

/** Folders of the browser that know nothing of the site's features. */
const SHARED = ["web/lib", "web/ui", "web/styles"];
/** Domain modules about any site: dates, limits, errors, requests. */
const GENERIC = ["domain/*.ts", "domain/api"];
const PARTS = [...SHARED, "web/components", "web/game", "web/scene", "domain"];

/**
 * The places a folder may import from besides itself. The longest folder that contains a file counts; in `web/features/*`, `*` is one
 * feature. Scripts and tests may import everything.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  db: ["domain"],
  worker: ["domain", "db"],
  "worker/http": ["domain", "db", "worker/env.ts"],
  "web/ui": [...SHARED, ...GENERIC],
  "web/lib": [...SHARED, "domain", "web/game/game-settings.ts"],
  "web/scene": [...SHARED, "domain"],
  "web/game": [...SHARED, "web/scene", "domain"],
  "web/components": [...SHARED, "web/scene", "domain"],
  "web/features/*": PARTS,
  "web/features/*/pages": [...PARTS, "web/features"],
  "web/app": [...PARTS, "web/features"],
  web: ["domain"],
};

/** A relative or `#…/` specifier after `from` or in `import(…)` or `import …`. */
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*"((?:\.{1,2}|#[a-z]+)\/[^"]+)"/g;

/** Resolves a specifier to a path from the project's root. */
const resolve = (file: string, specifier: string): string =>
  specifier.startsWith("#") ? specifier.slice(1) : join(dirname(file), specifier);

/** Returns the folder of the table that a file belongs to, as the file spells it: `web/features/levels`. */
function folderOf(file: string): { rule: string; folder: string } | null {
  const parts = file.split("/").slice(0, -1);
  for (let length = parts.length; length > 0; length--) {
    const folder = parts.slice(0, length).join("/");
    const rule = folder.replace(/^web\/features\/[^/]+/, "web/features/*");
    if (rule in MAY_IMPORT) return { rule, folder };
  }
  return null;
}

/** Whether a path is in a folder, is that file, or is a file directly in the folder of `folder/*.ts`. */
function isIn(path: string, place: string): boolean {
  if (place.endsWith("/*.ts")) return dirname(path) === dirname(place);
  return path === place || path.startsWith(`${place}/`);
}

/** Finds imports against the table in a file's source. `file` is its path from the project's root. */
export function checkImports(file: string, source: string): ImportFinding[] {
  const from = folderOf(file);
  if (!from) return [];
  const own = from.folder.replace(/^(web\/features\/[^/]+)\/pages$/, "$1");
  const allowed = [own, ...(MAY_IMPORT[from.rule] ?? [])];
  return [...source.matchAll(SPECIFIER)].flatMap((match) => {
    const imported = resolve(file, match[1] ?? "");
    if (allowed.some((place) => isIn(imported, place))) return [];
    return { file, line: source.slice(0, match.index).split("\n").length, imported };
  });
}

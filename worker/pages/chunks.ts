import type { Env } from "../env.ts";

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** What every page's code asks for as soon as it runs. */
const RENDERER = "web/renderer.ts";
/** What every member's page has besides. */
const MEMBERS = "web/app/shell/member-tools.tsx";

let kept: Manifest | undefined;
const links = new Map<string, string>();

/**
 * Link tags that fetch a page's own script and style with the HTML, instead of after the first script has run.
 * `name` is the page's module as the build's manifest has it, or the name of a chunk group; none for a page that needs
 * no code of its own. Under hot reload there is no manifest and nothing to fetch ahead.
 */
export async function chunkLinks(
  env: Env,
  url: string,
  name: string | undefined,
  isMember: boolean,
): Promise<string> {
  if (import.meta.env?.DEV) return "";
  kept ??= await readManifest(env, url);
  const own = [RENDERER, ...(isMember ? [MEMBERS] : []), ...(name ? [name] : [])];
  const known = links.get(own.join());
  if (known !== undefined) return known;
  const made = tags(kept, own);
  links.set(own.join(), made);
  return made;
}

async function readManifest(env: Env, url: string): Promise<Manifest> {
  const found = await env.ASSETS.fetch(new URL("/.vite/manifest.json", url).toString());
  if (!found.ok) throw new Error(`the web build has no manifest (${found.status})`);
  return found.json();
}

function keyOf(manifest: Manifest, name: string): string {
  if (manifest[name]) return name;
  const key = Object.keys(manifest).find((one) => manifest[one]?.name === name);
  if (!key) throw new Error(`the web build has no chunk ${name}`);
  return key;
}

function tags(manifest: Manifest, names: string[]): string {
  const own = names.map((one) => keyOf(manifest, one));
  // What index.html links itself is on its way already.
  const seen = new Set(reached(manifest, "web/index.html"));
  const chunks = [...new Set(own.flatMap((key) => reached(manifest, key)))]
    .filter((one) => !seen.has(one))
    .map((one) => manifest[one]);
  const styles = chunks
    .flatMap((chunk) => chunk?.css ?? [])
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const scripts = chunks.map(
    (chunk) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${chunk?.file}">`,
  );
  return [...styles, ...scripts].join("");
}

/** A chunk and all it imports, what is imported first: the order in which styles must cascade. */
function reached(manifest: Manifest, key: string, found = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (!chunk || found.has(key)) return [];
  found.add(key);
  return [...(chunk.imports ?? []).flatMap((next) => reached(manifest, next, found)), key];
}

import { type Page, pageFile } from "#domain/api/page.ts";

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** Imported by the code of every page. */
const RENDERER_CHUNK = "web/renderer.ts";
/** Imported by every page of a signed-in member. */
const MEMBER_CHUNK = "web/app/shell/member-tools.tsx";

/** The modules or chunks of a page in the build manifest. */
export function pageChunks({ module, memberModule, alsoLoads, chunk }: Page, isMember: boolean): string[] {
  const own = isMember && memberModule ? pageFile(memberModule) : (chunk ?? pageFile(module));
  return alsoLoads ? [own, alsoLoads] : [own];
}

let cachedManifest: Manifest | undefined;
const links = new Map<string, string>();

/** Tags that fetch a page's code along with the HTML, by manifest modules or groups; none for hot reload. */
export async function chunkLinks(
  env: Env,
  url: string,
  names: readonly string[],
  isMember: boolean,
): Promise<string> {
  if (import.meta.env?.DEV) return "";
  cachedManifest ??= await readManifest(env, url);
  const own = [RENDERER_CHUNK, ...(isMember ? [MEMBER_CHUNK] : []), ...names];
  const known = links.get(own.join());
  if (known !== undefined) return known;
  const html = tags(cachedManifest, own);
  links.set(own.join(), html);
  return html;
}

async function readManifest(env: Env, url: string): Promise<Manifest> {
  const found = await env.ASSETS.fetch(new URL("/.vite/manifest.json", url).toString());
  if (!found.ok) throw new Error(`the web build has no manifest (${found.status})`);
  return found.json();
}

function keyOf(manifest: Manifest, name: string): string {
  if (manifest[name]) return name;
  const chunkKey = Object.keys(manifest).find((key) => manifest[key]?.name === name);
  if (!chunkKey) throw new Error(`the web build has no chunk ${name}`);
  return chunkKey;
}

function tags(manifest: Manifest, names: string[]): string {
  const own = names.map((key) => keyOf(manifest, key));
  // index.html links these itself.
  const linked = new Set(withImports(manifest, "web/index.html"));
  const chunks = [...new Set(own.flatMap((key) => withImports(manifest, key)))]
    .filter((key) => !linked.has(key))
    .map((key) => manifest[key]);
  const styles = chunks
    .flatMap((chunk) => chunk?.css ?? [])
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const scripts = chunks.map(
    (chunk) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${chunk?.file}">`,
  );
  return [...styles, ...scripts].join("");
}

/** A chunk and everything it imports, imports first: the order in which styles must cascade. */
function withImports(manifest: Manifest, key: string, found = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (!chunk || found.has(key)) return [];
  found.add(key);
  return [...(chunk.imports ?? []).flatMap((next) => withImports(manifest, next, found)), key];
}

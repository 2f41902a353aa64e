interface Chunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** The entry in the build's manifest. */
const ENTRY = "web/index.html";
/** All files are checked within this time, some with each check. */
const FULL_PASS_MS = 20 * 1000;
const CONCURRENT = 20;

/** This process's state: when files were last checked, the next file, and those that were missing. */
let checkedAt = 0;
let position = 0;
const missing = new Set<string>();

/** Returns the files of the entry point: it can't start without them. */
function entryFiles(manifest: Manifest): Set<string> {
  const found = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
    chunk.imports?.forEach(visit);
  };
  visit(ENTRY);
  return found;
}

async function isMissing(env: Env, origin: string, file: string): Promise<boolean> {
  const response = await env.ASSETS.fetch(`${origin}/${file}`, { method: "HEAD" });
  await response.body?.cancel();
  return !response.ok;
}

/** Missing files of the build. `entry` are those that every page needs. */
export interface MissingFiles {
  entry: string[];
  other: string[];
  /** The number of files of the build. */
  total: number;
}

/** Checks the files of the entry point, those that were missing before, and the next ones of all others. */
export async function findMissingFiles(env: Env, now: number): Promise<MissingFiles> {
  const origin = "https://build.invalid";
  const found = await env.ASSETS.fetch(`${origin}/.vite/manifest.json`);
  const index = await isMissing(env, origin, ENTRY);
  if (!found.ok || index)
    return { entry: [...(found.ok ? [] : ["the manifest"]), ...(index ? [ENTRY] : [])], other: [], total: 0 };
  const manifest = await found.json<Manifest>();
  const entry = entryFiles(manifest);
  const files = [
    ...new Set(
      Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]),
    ),
  ];
  // Clocks can go back.
  const share = Math.min(1, Math.max(0, (now - checkedAt) / FULL_PASS_MS));
  const count = Math.ceil(files.length * share);
  const next = Array.from({ length: count }, (_, i) => files[(position + i) % files.length] ?? "");
  position = (position + count) % Math.max(1, files.length);
  checkedAt = now;
  const due = [...new Set([...entry, ...missing, ...next])];
  missing.clear();
  for (let at = 0; at < due.length; at += CONCURRENT) {
    const some = due.slice(at, at + CONCURRENT);
    const results = await Promise.all(some.map((file) => isMissing(env, origin, file)));
    for (const [i, file] of some.entries()) if (results[i]) missing.add(file);
  }
  const all = [...missing];
  return {
    entry: all.filter((file) => entry.has(file)),
    other: all.filter((file) => !entry.has(file)),
    total: files.length,
  };
}

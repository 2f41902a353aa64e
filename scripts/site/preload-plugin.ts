import type { Plugin, Rolldown } from "vite";

const HELPER = /vite\/preload-helper\.js$/;
const LINK = 'const link = document.createElement("link");';
/** Takes scripts into the browser's cache, except those that were requested before. The import reports what fails. */
const FETCH = `if (!isCss) {
  if (!performance.getEntriesByName(dep.href).length)
    fetch(dep.href).then((response) => response.blob()).catch(() => {});
  return;
}`;

let bundle: Rolldown.OutputBundle = {};

/** Those of the scripts that the host doesn't import itself, and so has already loaded when it imports more. */
export function notYetLoaded(_: string, scripts: string[], { hostId }: { hostId: string }): string[] {
  const loaded = new Set([hostId]);
  for (const name of loaded) {
    const file = bundle[name];
    for (const next of file?.type === "chunk" ? file.imports : []) loaded.add(next);
  }
  return scripts.filter((name) => !loaded.has(name));
}

/**
 * Makes Vite request the scripts that a chunk imports by `fetch` instead of links. Firefox and Chromium before 156 remember a
 * module that failed to preload until the document is unloaded: after a moment without a connection, everything that imports
 * it would fail, too.
 */
export const preloadPlugin = (): Plugin => ({
  name: "bopolis:preload",
  apply: "build",
  transform: {
    filter: { id: HELPER },
    handler(code) {
      if (!code.includes(LINK)) throw new Error("Vite's preload helper creates its links in another way.");
      return { code: code.replace(LINK, `${FETCH}\n${LINK}`), map: null };
    },
  },
  generateBundle(_, files) {
    if (this.environment.name === "client") bundle = files;
  },
});

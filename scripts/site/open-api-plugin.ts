import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/** Imported at run time: Node resolves the project's `#` imports, but Vite's config loader doesn't. */
async function renderDocument(root: string): Promise<string> {
  const { href } = pathToFileURL(join(root, "domain/api/openapi-document.ts"));
  const { openApiDocument } = (await import(href)) as typeof import("#domain/api/openapi-document.ts");
  return JSON.stringify(openApiDocument());
}

/** A route's `summary` property on its own line. */
const SUMMARY = /^ {2}summary:\s+"(?:[^"\\]|\\.)*",$/gm;

/**
 * Adds the OpenAPI document to the web build. The routes' summaries appear only there, so they're removed from the worker's
 * and the browser's code.
 */
export function openApiPlugin(): Plugin {
  let root: string;
  return {
    name: "open-api",
    // Runs before other plugins, on the original source.
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]domain[\\/][^?]*[\\/]api\.ts$/ },
      handler(code) {
        // Keeps line numbers, so stack traces stay correct.
        const lean = code.replace(SUMMARY, (text) => text.replace(/[^\n]/g, ""));
        if (/^\s*summary:/m.test(lean))
          this.error("A route's summary must be a single string in double quotes.");
        return { code: lean, map: null };
      },
    },
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      this.emitFile({ type: "asset", fileName: "static/openapi.json", source: await renderDocument(root) });
    },
    configureServer({ middlewares }) {
      middlewares.use("/api/openapi.json", (_, response, next) => {
        renderDocument(root).then(
          (text) => response.setHeader("Content-Type", "application/json").end(text),
          (error: unknown) => next(error),
        );
      });
    },
  };
}

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/** Node reads the project's own modules, with their short names for its rooms; Vite's reader of its settings does not. */
async function printed(root: string): Promise<string> {
  const { href } = pathToFileURL(join(root, "domain/api/openapi.ts"));
  const { openApiDocument } = (await import(href)) as typeof import("#domain/api/openapi.ts");
  return JSON.stringify(openApiDocument());
}

/** A route's sentence for the description, on a line of its own or after one. */
const SUMMARY = /^ {2}summary:\s+"(?:[^"\\]|\\.)*",$/gm;

/**
 * Puts the description of the API among the files of the web build. Neither the worker nor the browser needs what only it says:
 * the routes' summaries are left out of both.
 */
export function printApi(): Plugin {
  let root: string;
  return {
    name: "print-api",
    // Reads the sources as they are written.
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]domain[\\/][^?]*[\\/]api\.ts$/ },
      handler(code) {
        // Lines stay where they are, so that a stack still points to them.
        const lean = code.replace(SUMMARY, (text) => text.replace(/[^\n]/g, ""));
        if (/^\s*summary:/m.test(lean)) this.error("a summary that is not one string in double quotes");
        return { code: lean, map: null };
      },
    },
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      this.emitFile({ type: "asset", fileName: "static/openapi.json", source: await printed(root) });
    },
    configureServer({ middlewares }) {
      middlewares.use("/api/openapi.json", (_, answer, next) => {
        printed(root).then(
          (text) => answer.setHeader("Content-Type", "application/json").end(text),
          (error: unknown) => next(error),
        );
      });
    },
  };
}

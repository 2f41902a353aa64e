import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/** Node reads the project's own modules, with their short names for its rooms; Vite's reader of its settings does not. */
async function printed(root: string): Promise<string> {
  const { href } = pathToFileURL(join(root, "domain/api/openapi.ts"));
  const { openApiDocument } = (await import(href)) as typeof import("#domain/api/openapi.ts");
  return JSON.stringify(openApiDocument());
}

/** Puts the description of the API among the files of the web build, so that the worker need not know how to print it. */
export function printApi(): Plugin {
  let root: string;
  return {
    name: "print-api",
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

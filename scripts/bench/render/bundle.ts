import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { root } from "../../bootstrap.mjs";

/** A program of tests/bench in one file, as an ES module for workerd or a plain script for a page. */
export async function bundle(entry: string, format: "es" | "iife"): Promise<string> {
  const built = (await build({
    configFile: false,
    root,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      target: "es2024",
      rolldownOptions: {
        input: join(root, entry),
        external: [/^node:/, /^cloudflare:/],
        output: { format, name: "program", codeSplitting: false },
        // An entry's exports are what workerd looks for.
        preserveEntrySignatures: "strict",
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

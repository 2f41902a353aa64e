import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { root } from "../run-script.mjs";

/** Bundles a program of tests/bench into one file: an ES module for workerd, or a script for a page. */
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
        // workerd needs the entry's exports.
        preserveEntrySignatures: "strict",
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

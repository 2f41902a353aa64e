import { registerHooks } from "node:module";

const shim = (name: string) => new URL(`./shims/${name}.ts`, import.meta.url).href;

const SHIMS: Record<string, string> = {
  "cloudflare:workers": shim("env"),
  "cloudflare:test": shim("create-execution-context"),
  "#worker/index.ts": shim("worker"),
  vitest: shim("vi"),
};

const compileWasm = (url: string) => `import { readFileSync } from "node:fs";
export default new WebAssembly.Module(readFileSync(new URL(${JSON.stringify(url)})));`;

/** Lets Node import modules of worker tests, of this version and of others. Their calls go to the site in `runtime`. */
export function hookModules(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const url = context.parentURL === SHIMS.vitest ? undefined : SHIMS[specifier];
      return url ? { url, shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      if (!url.endsWith(".wasm")) return next(url, context);
      return { format: "module", source: compileWasm(url), shortCircuit: true };
    },
  });
}

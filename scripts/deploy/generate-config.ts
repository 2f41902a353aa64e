import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../run-script.mjs";
import { bindingProblems } from "./bindings.ts";
import { type Config, configProblems, productionConfig } from "./config.ts";
import { SECRETS } from "./secrets.ts";
import type { Settings } from "./settings.ts";

const BUILT_CONFIG = join(root, "dist/bopolis/wrangler.json");
export const SETTINGS_FILE = join(root, "deploy.config.json");
/** Ignored by git: files that a deployment writes. */
const DEPLOY_FOLDER = join(root, ".bopolis/deploy");
export const PRODUCTION_CONFIG = join(DEPLOY_FOLDER, "wrangler.json");
export const DRY_RUN_CONFIG = join(DEPLOY_FOLDER, "dry-run.json");
export const PREVIEW_CONFIG = join(DEPLOY_FOLDER, "preview.json");

/** Returns the last build's configuration for production, with paths relative to the file `to`. */
export function generateConfig(settings: Settings, databases: Record<string, string>, to: string): Config {
  const built = JSON.parse(readFileSync(BUILT_CONFIG, "utf8")) as Config;
  return productionConfig(built, settings, databases, { from: BUILT_CONFIG, to });
}

export function writeConfig(config: Config, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, `${JSON.stringify(config, null, 2)}\n`);
}

/** Returns every problem with the worker's configuration. */
export function allConfigProblems(config: Config): string[] {
  const env = readFileSync(join(root, "worker/env.ts"), "utf8");
  const entry = readFileSync(join(dirname(BUILT_CONFIG), "index.js"), "utf8");
  const exported = /\bexport\s*\{([^}]*)\}/g;
  const names = [...entry.matchAll(exported)].flatMap(([, list = ""]) =>
    list.split(",").map((each) =>
      each
        .trim()
        .split(/\s+as\s+/)
        .at(-1),
    ),
  );
  const missing = (config.durable_objects?.bindings ?? []).filter(
    ({ class_name }) => !names.includes(class_name),
  );
  const secrets = SECRETS.map(({ name }) => name);
  return [
    ...configProblems(config),
    ...bindingProblems(env, config, secrets),
    ...missing.map(({ class_name }) => `worker/index.ts doesn't export the Durable Object ${class_name}.`),
  ];
}

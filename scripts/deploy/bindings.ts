import type { Config } from "./config.ts";

type Kind = "database" | "bucket" | "queue" | "files" | "object" | "rate limit" | "mail" | "text";

/** The kinds of binding by their type in worker/env.ts. */
const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/^D1Database$/, "database"],
  [/^R2Bucket$/, "bucket"],
  [/^Queue\b/, "queue"],
  [/^Fetcher$/, "files"],
  [/^DurableObjectNamespace\b/, "object"],
  [/^RateLimit$/, "rate limit"],
  [/^SendEmail$/, "mail"],
  [/^(string|"[^"]*"(\s*\|\s*"[^"]*")*)$/, "text"],
];

interface Declared {
  name: string;
  optional: boolean;
  type: string;
}

/** The bindings that `interface Env` of worker/env.ts asks for. */
export function declaredBindings(source: string): Declared[] {
  const body = /export interface Env \{([\s\S]*?)\n\}/.exec(source)?.[1];
  if (body === undefined) throw new Error("worker/env.ts has no `export interface Env`");
  return [...body.matchAll(/^ {2}(\w+)(\??): ([^;]+);/gm)].map(([, name = "", mark, type = ""]) => ({
    name,
    optional: mark === "?",
    type: type.replace(/\s+/g, " ").replace(/^\| /, "").trim(),
  }));
}

/** What the configuration and the secrets provide, by name. */
function provided(config: Config, secrets: readonly string[]): Map<string, Kind> {
  const { assets, durable_objects, queues } = config;
  const all: [string | undefined, Kind][] = [
    ...(config.d1_databases ?? []).map(({ binding }) => [binding, "database"] as [string, Kind]),
    ...(config.r2_buckets ?? []).map(({ binding }) => [binding, "bucket"] as [string, Kind]),
    ...(queues?.producers ?? []).map(({ binding }) => [binding, "queue"] as [string, Kind]),
    ...(durable_objects?.bindings ?? []).map(({ name }) => [name, "object"] as [string, Kind]),
    ...(config.ratelimits ?? []).map(({ name }) => [name, "rate limit"] as [string, Kind]),
    ...(config.send_email ?? []).map(({ name }) => [name, "mail"] as [string, Kind]),
    [assets?.binding, "files"],
    ...[...Object.keys(config.vars ?? {}), ...secrets].map((name) => [name, "text"] as [string, Kind]),
  ];
  return new Map(all.filter((each): each is [string, Kind] => each[0] !== undefined));
}

/** Where worker/env.ts and what production provides do not fit together. */
export function bindingProblems(source: string, config: Config, secrets: readonly string[]): string[] {
  const problems: string[] = [];
  const given = provided(config, secrets);
  const declared = declaredBindings(source);
  for (const { name, optional, type } of declared) {
    const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1];
    const found = given.get(name);
    if (!kind)
      problems.push(`${name} in worker/env.ts is a ${type}, which scripts/deploy/bindings.ts does not know.`);
    else if (!found && !optional)
      problems.push(`${name} in worker/env.ts is in neither wrangler.toml nor the table of secrets.`);
    else if (found && found !== kind)
      problems.push(`${name} is a ${found} in wrangler.toml and a ${kind} in worker/env.ts.`);
    const value = config.vars?.[name];
    if (value !== undefined && type.startsWith('"') && !type.includes(`"${value}"`))
      problems.push(`${name} is ${value}; worker/env.ts allows ${type}.`);
  }
  const known = new Set(declared.map(({ name }) => name));
  for (const name of given.keys())
    if (!known.has(name)) problems.push(`${name} is provided, but worker/env.ts does not name it.`);
  return problems;
}

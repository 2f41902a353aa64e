import type { Config } from "./config.ts";

export interface RequiredResources {
  databases: string[];
  buckets: string[];
  queues: string[];
}

export interface ExistingResources {
  /** Database ids by name. */
  databases: Record<string, string>;
  buckets: string[];
  queues: string[];
}

export interface ResourceAction {
  kind: "D1 database" | "R2 bucket" | "queue";
  name: string;
  state: "exists" | "create";
}

const unique = (names: (string | undefined)[]) => [...new Set(names.filter((name) => name !== undefined))];

/** Returns the resources that a configuration needs. */
export function requiredResources(config: Config): RequiredResources {
  const { producers = [], consumers = [] } = config.queues ?? {};
  return {
    databases: unique((config.d1_databases ?? []).map(({ database_name }) => database_name)),
    buckets: unique((config.r2_buckets ?? []).map(({ bucket_name }) => bucket_name)),
    queues: unique([
      ...producers.map(({ queue }) => queue),
      ...consumers.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]),
    ]),
  };
}

/** Returns for each required resource whether it exists or must be created. */
export function planResources(required: RequiredResources, existing: ExistingResources): ResourceAction[] {
  const compare = (
    kind: ResourceAction["kind"],
    names: string[],
    existingNames: readonly string[],
  ): ResourceAction[] =>
    names.map((name) => ({ kind, name, state: existingNames.includes(name) ? "exists" : "create" }));
  return [
    ...compare("D1 database", required.databases, Object.keys(existing.databases)),
    ...compare("R2 bucket", required.buckets, existing.buckets),
    ...compare("queue", required.queues, existing.queues),
  ];
}

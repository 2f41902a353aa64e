import type { Config } from "./config.ts";

export interface Wanted {
  databases: string[];
  buckets: string[];
  queues: string[];
}

export interface Found {
  /** Ids by name. */
  databases: Record<string, string>;
  buckets: string[];
  queues: string[];
}

export interface Action {
  kind: "D1 database" | "R2 bucket" | "queue";
  name: string;
  state: "exists" | "create";
}

const unique = (names: (string | undefined)[]) => [...new Set(names.filter((name) => name !== undefined))];

/** What a configuration needs the account to have. */
export function wantedBy(config: Config): Wanted {
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

/** What has to be made so that everything wanted is there. */
export function planResources(wanted: Wanted, found: Found): Action[] {
  const compare = (kind: Action["kind"], names: string[], there: readonly string[]): Action[] =>
    names.map((name) => ({ kind, name, state: there.includes(name) ? "exists" : "create" }));
  return [
    ...compare("D1 database", wanted.databases, Object.keys(found.databases)),
    ...compare("R2 bucket", wanted.buckets, found.buckets),
    ...compare("queue", wanted.queues, found.queues),
  ];
}

import type { DatabaseBinding, DatabaseBindings } from "#db/databases.ts";

interface Connection {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}
/** D1's client as it is inside: new sessions take its connection. */
type Database = D1Database & { fetcher: Connection; alwaysPrimarySession: { fetcher: Connection } };

type Bindings = DatabaseBindings & { LAGGING_COPY?: DurableObjectNamespace };

const connected = new WeakSet<object>();

/** Connects the site's databases to the objects that stand in for D1's read replication, if there are some. */
export function connectLaggingCopy(env: Bindings): void {
  for (const binding of Object.keys(env).filter((name) => /^DB(_|$)/.test(name)))
    connectDatabase(env, binding as DatabaseBinding);
}

function connectDatabase(env: Bindings, binding: DatabaseBinding): void {
  const { LAGGING_COPY: objects } = env;
  const database = env[binding] as Database;
  if (!objects || connected.has(database)) return;
  connected.add(database);
  const connection: Connection = {
    fetch: (url, init) => objects.getByName(binding).fetch(url, init),
  };
  database.fetcher = connection;
  database.alwaysPrimarySession.fetcher = connection;
}

/** Returns how many calls the primary and the copy of the main database have served. */
export async function readServed(env: Bindings): Promise<{ primary: number; copy: number }> {
  const response = await env.LAGGING_COPY?.getByName("DB").fetch("http://d1/served");
  return (await response?.json()) ?? { primary: 0, copy: 0 };
}

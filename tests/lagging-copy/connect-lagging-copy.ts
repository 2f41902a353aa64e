interface Connection {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}
/** D1's client as it is inside: new sessions take its connection. */
type Database = D1Database & { fetcher: Connection; alwaysPrimarySession: { fetcher: Connection } };

interface Bindings {
  DB: D1Database;
  LAGGING_COPY?: DurableObjectNamespace;
}

const connected = new WeakSet<object>();

/** Connects the site's database to the object that stands in for D1's read replication, if there is one. */
export function connectLaggingCopy(env: Bindings): void {
  const { LAGGING_COPY: objects } = env;
  const database = env.DB as Database;
  if (!objects || connected.has(database)) return;
  connected.add(database);
  const connection: Connection = {
    fetch: (url, init) => objects.getByName("database").fetch(url, init),
  };
  database.fetcher = connection;
  database.alwaysPrimarySession.fetcher = connection;
}

/** Returns how many calls the primary and the copy have served. */
export async function readServed(env: Bindings): Promise<{ primary: number; copy: number }> {
  const response = await env.LAGGING_COPY?.getByName("database").fetch("http://d1/served");
  return (await response?.json()) ?? { primary: 0, copy: 0 };
}

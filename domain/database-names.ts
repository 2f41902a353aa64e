/** A new one takes an entry here, a binding (wrangler.toml, worker/env.ts) and folders (db/databases.ts). */
export const DATABASE_NAMES = ["main", "forum", "play"] as const;
export type DatabaseName = (typeof DATABASE_NAMES)[number];

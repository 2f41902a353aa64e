/**
 * The databases that features read and write. A new one takes an entry here, its binding in wrangler.toml and worker/env.ts, and
 * its folders of schema and migrations (db/databases.ts).
 */
export const DATABASE_NAMES = ["main", "forum", "play"] as const;
export type DatabaseName = (typeof DATABASE_NAMES)[number];

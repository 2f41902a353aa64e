import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the D1 simulator's database file in a state folder; null before the site's first start. */
export function findDatabaseFile(state: string): string | null {
  const folder = join(state, "v3/d1/miniflare-D1DatabaseObject");
  if (!existsSync(folder)) return null;
  const [name, ...others] = readdirSync(folder).filter(
    (file) => file.endsWith(".sqlite") && file !== "metadata.sqlite",
  );
  if (others.length) throw new Error(`${folder} should hold one database`);
  return name ? join(folder, name) : null;
}

/** Returns the database file of a site that has been started before. */
export function databaseFile(state: string): string {
  const file = findDatabaseFile(state);
  if (!file) throw new Error(`${state} should hold a database`);
  return file;
}

import { DatabaseSync } from "node:sqlite";
import { DATABASES } from "#db/databases.ts";
import { databaseFile } from "../../site/database-file.ts";

export interface DatabaseFile {
  /** The name of its binding. */
  binding: string;
  path: string;
}

/** The files of a site's databases. */
export const databaseFiles = (state: string): DatabaseFile[] =>
  DATABASES.map(({ name, binding }) => ({ binding, path: databaseFile(state, name) }));

/** Opens a database for reading, also while its site runs. */
export const openToRead = ({ path }: DatabaseFile): DatabaseSync =>
  new DatabaseSync(path, { readOnly: true });

import { DATABASE_NAMES, type DatabaseName } from "#domain/database-names.ts";

/** The parts of a build. */
export interface BuildInfo {
  /** From package.json. */
  version: string;
  /** The git commit; null if it was built outside of a repository. */
  commit: string | null;
  databases: Readonly<Record<DatabaseName, DatabaseBuild>>;
}

/** The state of a database that a build expects. */
export interface DatabaseBuild {
  /** The file name of the newest migration. */
  migration: string | null;
  /** Its outline after all migrations: number of lines and hash; null if unknown. */
  schema: { size: number; hash: string } | null;
}

/** A constant that the build inserts (scripts/site/build-info.ts). */
declare const BUILD_INFO: BuildInfo | undefined;

const UNKNOWN: BuildInfo = {
  version: "0.0.0",
  commit: null,
  databases: Object.fromEntries(
    DATABASE_NAMES.map((name) => [name, { migration: null, schema: null }]),
  ) as Record<DatabaseName, DatabaseBuild>,
};

export const BUILD: BuildInfo = typeof BUILD_INFO === "undefined" ? UNKNOWN : BUILD_INFO;

/** Names the build in reports of errors: `0.1.0+1a2b3c4d5e`. */
export const SITE_VERSION: string = BUILD.commit ? `${BUILD.version}+${BUILD.commit}` : BUILD.version;

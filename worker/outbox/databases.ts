import { Database, Meter } from "#db/database.ts";
import { boundDatabase, DATABASES } from "#db/databases.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { Databases, Outbox } from "./relay.ts";

/** Opens all databases at their primaries. */
export const openDatabases = (env: Env, meter: Meter = new Meter()): Databases =>
  Object.fromEntries(
    DATABASES.map(({ name }) => [name, new Database(boundDatabase(env, name), meter, { name })]),
  ) as Record<DatabaseName, Database>;

/** All outboxes: the main database and each of the others have effects on one another. */
export const OUTBOXES: readonly Outbox[] = DATABASES.flatMap(({ name }) =>
  name === "main"
    ? []
    : [
        { source: "main", target: name },
        { source: name, target: "main" },
      ],
);

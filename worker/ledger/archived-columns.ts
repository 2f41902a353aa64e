import { ARCHIVE_NAMES } from "#domain/database-names.ts";

/** The columns of an archive. */
export const ARCHIVED_COLUMNS = [
  "id",
  "key",
  "user_id",
  "type_id",
  "source_type",
  "source_id",
  "coins",
  "xp",
  "copies",
  "previous_id",
  "created_at",
  "seller_id",
] as const;

/**
 * SQL for their values of a live row `t`. A purchase gets its seller, whose row is later and hence still in the main database.
 */
export const ARCHIVED_VALUES = `t.id, t.key, t.user_id, t.type_id, t.source_type, t.source_id, t.coins, t.xp, t.copies, t.previous_id,
  t.created_at, case when t.type_id = 1 and t.source_type = 'item' and t.coins < 0
    then (select s.user_id from transactions s where s.key = t.key || ':sale') end as seller_id`;

/**
 * SQL: whether an archive has the row `t`. It's in the archive of its user and, if the list of its source shows it, in that of the
 * source. `archivesOf` (archived-rows.ts) says the same.
 */
export const isArchivedIn = (shard: number): string => `(${isOwnIn(shard)}
  or t.source_type = 'user' and t.type_id <> 1 and t.source_id % ${ARCHIVE_NAMES.length} = ${shard})`;

/** SQL: whether an archive is that of the user of the row `t`. */
export const isOwnIn = (shard: number): string => `t.user_id % ${ARCHIVE_NAMES.length} = ${shard}`;

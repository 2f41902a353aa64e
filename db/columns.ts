import { customType, integer } from "drizzle-orm/sqlite-core";

/** Milliseconds since 1970 in UTC. */
export const time = () => integer();
/** 0 or 1. Rows keep D1's values, so it stays a number until the presenter converts it. */
export const booleanColumn = () => integer().$type<0 | 1>();
/** Text that SQLite compares without (ASCII) case, for case-insensitively unique names. */
export const nocase = customType<{ data: string; driverData: string }>({
  dataType: () => "text collate nocase",
});

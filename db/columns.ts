import { customType, integer } from "drizzle-orm/sqlite-core";

/** Milliseconds since 1970 in UTC. */
export const time = () => integer();
/** 0 or 1. Rows leave D1 as they are stored, so a flag stays a number up to the presenter. */
export const flag = () => integer().$type<0 | 1>();
/** Text that SQLite compares without regard to (ASCII) case, for names that must be unique that way. */
export const nocase = customType<{ data: string; driverData: string }>({
  dataType: () => "text collate nocase",
});

import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { fieldErrorAt } from "#domain/errors.ts";
import { refuseWords } from "../spam/words.ts";
import { nameRules } from "./slurs.ts";

/** Refuses a new username that nobody may have, at its field. */
export async function refuseUsername(db: Database, username: string, now: number): Promise<void> {
  const problem = nameRules.problem(username);
  if (problem) throw fieldErrorAt("username", problem === "slur" ? "name_refused" : "name_reserved");
  await refuseWords(db, { username }, now);
}

/** Whether another account had the username until lately. */
export const isFormer = (username: string, now: number, exceptOf = 0): SQL =>
  sql`exists (select 1 from former_names where username = ${username} and user_id <> ${exceptOf}
    and reserved_until > ${now})`;

import { type Database, type SQL, sql } from "#db/database.ts";
import { nameLook } from "#db/name-look.ts";
import { type ApiError, fieldError, fieldErrorAt } from "#domain/errors.ts";
import { rejectFilteredWords } from "../spam/words.ts";
import { nameRules } from "./name-rules.ts";

/** Throws a field error if the username is reserved or banned. */
export async function checkUsername(db: Database, username: string, now: number): Promise<void> {
  const problem = nameRules.problem(username);
  if (problem) throw fieldErrorAt("username", problem === "slur" ? "name_refused" : "name_reserved");
  await rejectFilteredWords(db, { username }, now);
}

/** Whether another account had the username recently. */
export const isFormerName = (username: string, now: number, exceptOf = 0): SQL =>
  sql`exists (select 1 from former_names where username = ${username} and user_id <> ${exceptOf}
    and reserved_until > ${now})`;

const look = (username: string): SQL => nameLook(sql`${username}`);

/** Whether another account has a name that looks like the username, or had one recently. */
export const isLookAlike = (username: string, now: number, exceptOf = 0): SQL =>
  sql`(exists (select 1 from users where name_look = ${look(username)} and id <> ${exceptOf})
    or exists (select 1 from former_names where name_look = ${look(username)} and user_id <> ${exceptOf}
      and reserved_until > ${now}))`;

export const nameTakenError = (): ApiError =>
  fieldError("username", "This username is taken. Try another one.");

export const lookAlikeError = (): ApiError =>
  fieldError("username", "This username looks like that of another member. Try another one.");

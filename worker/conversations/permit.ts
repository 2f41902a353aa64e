import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import type { Role } from "#domain/auth/api.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { isNewcomer } from "#domain/spam/rules.ts";
import { type BetweenColumns, betweenColumns, betweenOf } from "../blocks/queries.ts";
import type { Env } from "../env.ts";
import { bannedMessage } from "../http/gate.ts";
import { actingRole, isBanned } from "../http/session.ts";
import { wordsColumn } from "../spam/words.ts";

/** How long what the database said of somebody is believed, unless it is made void before (rule 14). */
export const PERMIT_MS = 60_000;

interface Row extends BetweenColumns {
  role: Role;
  banned_at: number | null;
  banned_until: number | null;
  ban_reason: string | null;
  /** Null where there is no such person. */
  privacy: number | null;
  created_at: number;
  email_verified_at: number | null;
  words: string | null;
}

/** What a sender is held to: whether they are new here, and the words nobody wants. */
export interface Terms {
  newcomer: boolean;
  words: string | null;
}

export interface Denial {
  code: ErrorCode;
  message?: string;
}

/**
 * Whether the session stands and its user may write to the other: null, or why not. One round trip, six rows. `learn` hears
 * on which terms they may.
 */
export async function askPermit(
  env: Env,
  from: number,
  to: number,
  session: string,
  learn?: (terms: Terms) => void,
): Promise<Denial | null> {
  const now = Date.now();
  const row = await new Database(env.DB).first(
    statement<Row>(sql`select ${actingRole} as role, u.banned_at, u.banned_until, u.ban_reason,
        u.created_at, u.email_verified_at, ${wordsColumn} as words,
        (select message_privacy from users where id = ${to}) as privacy,
        ${betweenColumns(sql`${from}`, sql`${to}`)}
      from sessions s join users u on u.id = s.user_id
      where s.id = ${session} and s.user_id = ${from} and s.expires_at > ${now}`),
  );
  if (!row) return { code: "session_changed" };
  if (isBanned(row, now)) return { code: "banned", message: bannedMessage(row) };
  if (row.privacy === null) return { code: "not_found", message: "There is no such user." };
  const code = contactProblem({ id: from, role: row.role }, betweenOf(row, row.privacy));
  if (!code) learn?.({ newcomer: row.role === "member" && isNewcomer(row, now), words: row.words });
  return code && { code };
}

import { type Columns, Database, sql, statement } from "#db/database.ts";
import type { users } from "#db/schema/index.ts";
import type { Role } from "#domain/auth/roles.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import { isNewcomer } from "#domain/spam/rules.ts";
import { type RelationshipColumns, relationshipColumns, relationshipOf } from "../blocks/queries.ts";
import { effectiveRole, isBanned } from "../http/session.ts";
import { bannedMessage } from "../http/session-gate.ts";
import type { Denial } from "../objects/conversation-api.ts";
import { wordsColumn } from "../spam/words.ts";

/** How long a permit is cached, unless it's cleared earlier (rule 14). */
export const PERMIT_MS = 60_000;

interface Row
  extends RelationshipColumns,
    Columns<"users", "banned_at" | "banned_until" | "ban_reason" | "created_at" | "email_verified_at"> {
  role: Role;
  /** Null if the user doesn't exist. */
  privacy: number | null;
  words: string | null;
}

/** Rules for a sender: whether they're a newcomer, and the filtered words. */
export interface SenderTerms {
  newcomer: boolean;
  words: string | null;
}

/**
 * Returns null if the session is valid and its user can write to the other, or the reason why not. One round
 * trip, six rows. `learn` receives the sender's rules.
 */
export async function queryPermit(
  env: Env,
  from: number,
  to: number,
  session: string,
  learn?: (terms: SenderTerms) => void,
): Promise<Denial | null> {
  const now = Date.now();
  const row = await new Database(env.DB).first(
    statement<Row>(sql`select ${effectiveRole} as role, u.banned_at, u.banned_until, u.ban_reason,
        u.created_at, u.email_verified_at, ${wordsColumn} as words,
        (select message_privacy from users where id = ${to}) as privacy,
        ${relationshipColumns(sql`${from}`, sql`${to}`)}
      from sessions s join users u on u.id = s.user_id
      where s.id = ${session} and s.user_id = ${from} and s.expires_at > ${now}`),
  );
  if (!row) return { code: "session_changed" };
  if (isBanned(row, now)) return { code: "banned", message: bannedMessage(row) };
  if (row.privacy === null) return { code: "not_found", message: "This user doesn't exist." };
  const code = contactProblem({ id: from, role: row.role }, relationshipOf(row, row.privacy));
  if (!code) learn?.({ newcomer: row.role === "member" && isNewcomer(row, now), words: row.words });
  return code && { code };
}

import { type Columns, Database, type Statement, sql, statement } from "#db/database.ts";
import { hashToken } from "../http/session.ts";
import { auditEntry } from "../moderation/audit.ts";

// `npm run deploy` imports this, so nothing here can need the runtime.

interface Account extends Columns<"users", "id" | "username" | "role"> {
  has_two_factor: 0 | 1;
}

export const accountQuery = (name: string): Statement<Account> =>
  statement<Account>`select id, username, role, two_factor_secret is not null as has_two_factor
    from users where username = ${name} and deleted_at is null`;

/** The statements that make a user an admin and record it in the audit log. Run them in one transaction. */
export function adminStatements({ id, role }: Account, { command, now }: { command: string; now: number }) {
  const isOther = sql`exists (select 1 from users where id = ${id} and role <> 'admin')`;
  return {
    entry: auditEntry(now, {
      // The audit log has no actor outside the site.
      actor_id: id,
      action: "user.role",
      subject_id: id,
      reason: `By the site's operator, with ${command}`,
      before: { role },
      after: { role: "admin" },
      when: isOther,
    }),
    role: statement`update users set role = 'admin', role_since = ${now}, role_by = null where id = ${id} and ${isOther}`,
  };
}

/** The message for the operator. */
export const adminMessage = ({ username, has_two_factor }: Account): string =>
  has_two_factor
    ? `${username} is an admin.`
    : `${username} is an admin as soon as they turn on two-factor authentication in their settings. Until then they have the rights of a member.`;

export const unknownUser = (name: string): string =>
  `No user is named ${JSON.stringify(name)}. Sign up on the site first.`;

/** Makes a user an admin and records it in the audit log. Returns the message for the operator; null if there's no such user. */
export async function makeAdmin(d1: D1Database, name: string, now: number): Promise<string | null> {
  const db = new Database(d1);
  const account = await db.first(accountQuery(name));
  if (!account) return null;
  await db.batch(adminStatements(account, { command: "npm run admin", now }));
  return adminMessage(account);
}

/** The name of a token's row in the table of deployments (scripts/deploy/deploy-state.ts). */
export const operatorTokenName = (token: string): string => `operator ${hashToken(token)}`;

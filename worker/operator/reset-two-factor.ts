import { type Columns, Database, sql, statement } from "#db/database.ts";
import { twoFactorMail } from "../auth/mails.ts";
import { disconnectEndedSessions } from "../live/notify.ts";
import { queueMail, sendMails } from "../mail/send.ts";
import { auditEntry } from "../moderation/audit.ts";
import { clearTwoFactor } from "../security/commands.ts";

type Account = Columns<"users", "id" | "username" | "email" | "role" | "two_factor_at">;

const accountQuery = (username: string) =>
  statement<Account>`select id, username, email, role, two_factor_at from users
    where username = ${username} and deleted_at is null`;

type Result = { message: string } | { problem: "unknown" | "off"; error: string };

/** Turns off the second factor of a locked-out user, ends their sessions and mails them. */
export async function resetTwoFactor(
  env: Env,
  { username: name, origin }: { username: string; origin: string },
  now: number,
): Promise<Result> {
  const db = new Database(env.DB);
  const account = await db.first(accountQuery(name));
  if (!account) return { problem: "unknown", error: `No user is named ${JSON.stringify(name)}.` };
  const { id, username, role } = account;
  const isOn = sql`(select two_factor_at from users where id = ${id}) is not null`;
  const { found } = await db.batch({
    audit: auditEntry(now, {
      // The audit log has no actor outside the site.
      actor_id: id,
      action: "user.two_factor",
      subject_id: id,
      reason: "By the site's operator",
      before: { two_factor: true },
      after: { two_factor: false },
      when: isOn,
    }),
    mail: queueMail(twoFactorMail(account, origin, false), now, isOn),
    sessions: statement`delete from sessions where user_id = ${id} and ${isOn}`,
    found: statement<Columns<"users", "id">>`select id from users where id = ${id} and ${isOn}`,
    cleared: clearTwoFactor(id, isOn),
  });
  if (found.length === 0)
    return { problem: "off", error: `${username} doesn't use two-factor authentication.` };
  await disconnectEndedSessions(env, id);
  await sendMails(env, now);
  const rights =
    role === "member"
      ? ""
      : " Until they turn on two-factor authentication again, they have the rights of a member.";
  return {
    message: `${username} can sign in with the password alone, and is signed out everywhere.${rights}`,
  };
}

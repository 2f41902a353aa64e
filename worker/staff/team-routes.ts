import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { nameLook } from "#db/name-look.ts";
import type { Actor, Role } from "#domain/auth/roles.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { renameRoute, roleRoute, teamRoute } from "#domain/staff/api.ts";
import { assignableRoles, isPromotion } from "#domain/staff/rules.ts";
import {
  checkUsername,
  isFormerName,
  isLookAlike,
  lookAlikeError,
  nameTakenError,
} from "../auth/usernames.ts";
import { isUniqueViolation } from "../http/errors.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { isBanned, siteOrigin } from "../http/session.ts";
import { notifyPartners, notifyUser, tryDisconnect } from "../live/notify.ts";
import { queueMail, renamedMail, sendMails } from "../mail/send.ts";
import { auditEntry } from "../moderation/audit.ts";
import { moderationNotice } from "../moderation/notices.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { RESERVED_FOR_MS } from "../users/current-name.ts";
import { otherAdminExists, presentMember, teamQuery } from "./account.ts";

interface Renamable extends Columns<"users", "id" | "username" | "email"> {
  /** Whether another account has the new name or had it recently. */
  taken: 0 | 1;
  /** Whether another account's name looks like the new one. */
  looks_alike: 0 | 1;
}

const renamableQuery = (username: string, newName: string, now: number): Statement<Renamable> =>
  statement`select u.id, u.username, u.email,
      exists (select 1 from users o where o.username = ${newName} and o.id <> u.id)
      or exists (select 1 from former_names f where f.username = ${newName} and f.user_id <> u.id
        and f.reserved_until > ${now}) as taken,
      exists (select 1 from users o where o.name_look = ${nameLook(sql`${newName}`)} and o.id <> u.id)
      or exists (select 1 from former_names f where f.name_look = ${nameLook(sql`${newName}`)} and f.user_id <> u.id
        and f.reserved_until > ${now}) as looks_alike
    from users u where u.username = ${username} and u.deleted_at is null`;

export function renameRoutes(app: HonoApp): void {
  handle(app, renameRoute, async ({ params, input, gate, viewer, env, request, now, defer }) => {
    const { username, reason } = input;
    const target = await gate.first(renamableQuery(params.username, username, now));
    if (!target) throw new ApiError("not_found", { message: "This user doesn't exist." });
    const { id, username: former } = target;
    if (former === username) throw fieldError("username", "That's already the account's username.");
    if (target.taken) throw nameTakenError();
    if (target.looks_alike) throw lookAlikeError();
    await checkUsername(gate.db, username, now);
    // If two admins rename an account at once, the second one gets an error.
    const unchanged = sql`exists (select 1 from users where id = ${id} and username = ${former} collate binary
      and deleted_at is null) and not ${isFormerName(username, now, id)}
      and not ${isLookAlike(username, now, id)}`;
    const isOther = sql`${former} <> ${username} collate nocase`;
    const notice = moderationNotice(
      `rename:${now}`,
      `Our staff changed your username to ${username}. Reason: ${reason}`,
      `/users/${username}`,
    );
    const mail = renamedMail(target.email, { former, username, reason }, siteOrigin(request, env));
    try {
      const { renamed } = await gate.write({
        freed: statement`delete from former_names where username = ${username} and user_id = ${id} and ${unchanged}`,
        former: statement`insert into former_names (username, user_id, created_at, reserved_until)
          select ${former}, ${id}, ${now}, ${now + RESERVED_FOR_MS} where ${unchanged} and ${isOther}
          on conflict (username) do update set user_id = excluded.user_id, created_at = excluded.created_at,
            reserved_until = excluded.reserved_until`,
        audit: auditEntry(now, {
          actor_id: viewer.id,
          action: "user.rename",
          subject_id: id,
          reason,
          before: { username: former },
          after: { username },
          when: unchanged,
        }),
        notices: queueNotices([{ user_id: id, notice }], now, unchanged),
        mail: queueMail(mail, now, unchanged),
        renamed: statement`update users set username = ${username} where id = ${id} and ${unchanged} returning id`,
      });
      if (renamed.length === 0) throw new ApiError("conflict");
    } catch (error) {
      if (isUniqueViolation(error, "users.username")) throw nameTakenError();
      throw error;
    }
    defer(deliverNotices(env));
    defer(sendMails(env, now));
    defer(notifyUser(env, id, { event: "Renamed", username }));
    defer(notifyPartners(env, { id, username }));
    return { message: `${former} is now ${username}.`, username };
  });
}

interface TargetRow
  extends Columns<"users", "id" | "username" | "two_factor_at" | "banned_at" | "banned_until"> {
  role: Role;
  other_admin: 0 | 1;
}

const targetQuery = (username: string): Statement<TargetRow> =>
  statement`select u.id, u.username, u.role, u.two_factor_at, u.banned_at, u.banned_until, ${otherAdminExists} as other_admin
    from users u where u.username = ${username} and u.deleted_at is null`;

const NAMES: Record<Role, string> = { member: "a member", moderator: "a moderator", admin: "an admin" };

/** Condition: the actor is still an admin. Of two who dismiss each other only one does. */
const isAllowed = (actor: Actor, target: TargetRow, role: Role, now: number): SQL => sql`exists (
  select 1 from users u cross join users a on a.id = ${actor.id}
  where u.id = ${target.id} and u.role = ${target.role} and u.deleted_at is null
    and a.role = 'admin' and a.two_factor_at is not null
    and (a.id <> u.id or ${otherAdminExists})
    and ${
      isPromotion(target.role, role)
        ? sql`(u.banned_at is null or (u.banned_until is not null and u.banned_until <= ${now}))`
        : sql`true`
    })`;

/** Releases the cases that a dismissed moderator has claimed, so others needn't wait half an hour. */
const releaseCases = (id: number, when: SQL): Statement =>
  statement`update cases set claimed_by = null, claimed_at = null
    where claimed_by = ${id} and state = 'open' and ${when}`;

function roleNotice({ role: before, two_factor_at }: TargetRow, role: Role, reason: string, now: number) {
  const next =
    isPromotion(before, role) && two_factor_at === null ? " Turn on two-factor authentication to start." : "";
  return moderationNotice(
    `role:${now}`,
    `You're ${NAMES[role]} now.${next} Reason: ${reason}`,
    role === "member" ? "/standing" : two_factor_at === null ? "/settings/security" : "/staff",
  );
}

/** Throws the reason why an admin can't give someone a role. */
function checkRole(actor: Actor, target: TargetRow, role: Role, now: number): void {
  const { id, username } = target;
  if (target.role === role)
    throw fieldError("role", `${id === actor.id ? "You're" : `${username} is`} already ${NAMES[role]}.`);
  const banned = isBanned(target, now);
  if (assignableRoles(actor, { ...target, banned }, target.other_admin === 1).includes(role)) return;
  throw new ApiError("conflict", {
    message: banned
      ? `${username} is banned. End the ban first.`
      : "You're the last admin with two-factor authentication. Appoint another one first.",
  });
}

/** Lets a user's sessions take their new role at once: pages refetch, and objects forget what they allowed. */
async function applyRole(env: Env, id: number, role: Role): Promise<void> {
  await notifyUser(env, id, { event: "RoleChanged", role });
  await tryDisconnect(env, id, CLOSE_CODES.sessionRenewed);
}

export function teamRoutes(app: HonoApp): void {
  handle(app, teamRoute, async ({ gate, viewer, now }) => {
    const rows = await gate.all(teamQuery);
    return { data: rows.map((row) => presentMember(row, viewer, now)) };
  });

  handle(app, roleRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const { role, reason } = input;
    const target = await gate.first(targetQuery(params.username));
    if (!target) throw new ApiError("not_found", { message: "No one has this name." });
    checkRole(viewer, target, role, now);
    const { id, username, role: before } = target;
    const when = isAllowed(viewer, target, role, now);
    const { changed } = await gate.write({
      audit: auditEntry(now, {
        actor_id: viewer.id,
        action: "user.role",
        subject_id: id,
        reason,
        before: { role: before },
        after: { role },
        when,
      }),
      claims: role === "member" ? [releaseCases(id, when)] : [],
      notices: queueNotices([{ user_id: id, notice: roleNotice(target, role, reason, now) }], now, when),
      changed: statement`update users set role = ${role}, role_since = ${now}, role_by = ${viewer.id}
        where id = ${id} and ${when} returning id`,
    });
    if (changed.length === 0) throw new ApiError("conflict");
    await applyRole(env, id, role);
    defer(deliverNotices(env));
    return { message: `${username} is ${NAMES[role]} now.` };
  });
}

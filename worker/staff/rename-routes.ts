import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import { nameLook } from "#db/name-look.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { renameRoute } from "#domain/staff/api.ts";
import {
  checkUsername,
  isFormerName,
  isLookAlike,
  lookAlikeError,
  nameTakenError,
} from "../auth/usernames.ts";
import { isUniqueViolation } from "../http/errors.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { siteOrigin } from "../http/origin.ts";
import { notifyPartners, notifyUser } from "../live/notify.ts";
import { renamedMail } from "../mail/mails.ts";
import { queueMail, sendMails } from "../mail/send.ts";
import { auditEntry } from "../moderation/audit.ts";
import { moderationNotice } from "../moderation/notices.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { RESERVED_FOR_MS } from "../users/current-name.ts";

interface Renamable extends Columns<"users", "id" | "username" | "email"> {
  /** Whether another account has the new name or had it recently. */
  taken: 0 | 1;
  /** Whether another account's name looks like the new one. */
  looks_alike: 0 | 1;
}

const renamableQuery = (username: string, newName: string, now: number): Statement<Renamable> =>
  statement(sql`select u.id, u.username, u.email,
      exists (select 1 from users o where o.username = ${newName} and o.id <> u.id)
      or exists (select 1 from former_names f where f.username = ${newName} and f.user_id <> u.id
        and f.reserved_until > ${now}) as taken,
      exists (select 1 from users o where o.name_look = ${nameLook(sql`${newName}`)} and o.id <> u.id)
      or exists (select 1 from former_names f where f.name_look = ${nameLook(sql`${newName}`)} and f.user_id <> u.id
        and f.reserved_until > ${now}) as looks_alike
    from users u where u.username = ${username} and u.deleted_at is null`);

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
        freed: statement(
          sql`delete from former_names where username = ${username} and user_id = ${id} and ${unchanged}`,
        ),
        former: statement(sql`insert into former_names (username, user_id, created_at, reserved_until)
          select ${former}, ${id}, ${now}, ${now + RESERVED_FOR_MS} where ${unchanged} and ${isOther}
          on conflict (username) do update set user_id = excluded.user_id, created_at = excluded.created_at,
            reserved_until = excluded.reserved_until`),
        audit: auditEntry(
          {
            actor_id: viewer.id,
            action: "user.rename",
            subject_type: "user",
            subject_id: id,
            reason,
            before: { username: former },
            after: { username },
          },
          now,
          unchanged,
        ),
        notices: queueNotices([{ user_id: id, notice }], now, unchanged),
        mail: queueMail(mail, now, unchanged),
        renamed: statement(
          sql`update users set username = ${username} where id = ${id} and ${unchanged} returning id`,
        ),
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

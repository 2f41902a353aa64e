import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { renameRoute } from "#domain/staff/api.ts";
import { isFormer, refuseUsername } from "../auth/usernames.ts";
import { isTaken } from "../http/errors.ts";
import { type App, handle } from "../http/handle.ts";
import { originOf } from "../http/origin.ts";
import { notifyPartners, notifyUser } from "../live/notify.ts";
import { renamedMail } from "../mail/messages.ts";
import { queueMail, sendMails } from "../mail/send.ts";
import { auditEntry } from "../moderation/audit.ts";
import { toldOf } from "../moderation/notices.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { RESERVED_FOR } from "../users/former.ts";

interface Renamable {
  id: number;
  username: string;
  email: string;
  /** The new name is another account's, or was until lately. */
  taken: 0 | 1;
}

const renamableQuery = (username: string, wanted: string, now: number): Statement<Renamable> =>
  statement(sql`select u.id, u.username, u.email,
      exists (select 1 from users o where o.username = ${wanted} and o.id <> u.id)
      or exists (select 1 from former_names f where f.username = ${wanted} and f.user_id <> u.id
        and f.reserved_until > ${now}) as taken
    from users u where u.username = ${username} and u.deleted_at is null`);

const taken = () => fieldError("username", "This username is taken. Try another one.");

export function renameRoutes(app: App): void {
  handle(app, renameRoute, async ({ params, input, gate, viewer, env, request, now, defer }) => {
    const { username, reason } = input;
    const [[target]] = await gate.read(renamableQuery(params.username, username, now));
    if (!target) throw new ApiError("not_found", { message: "This user doesn't exist." });
    const { id, username: former } = target;
    if (former === username) throw fieldError("username", "This is the account's username already.");
    if (target.taken) throw taken();
    await refuseUsername(gate.db, username, now);
    // Of two admins who rename an account at once, the second one is told.
    const unchanged = sql`exists (select 1 from users where id = ${id} and username = ${former} collate binary
      and deleted_at is null) and not ${isFormer(username, now, id)}`;
    const isOther = sql`${former} <> ${username} collate nocase`;
    const notice = toldOf(
      `rename:${now}`,
      `Our staff changed your username to ${username}. Reason: ${reason}`,
      `/users/${username}`,
    );
    const mail = renamedMail(target.email, { former, username, reason }, originOf(request, env));
    try {
      const answers = await gate.write(
        statement(
          sql`delete from former_names where username = ${username} and user_id = ${id} and ${unchanged}`,
        ),
        statement(sql`insert into former_names (username, user_id, created_at, reserved_until)
          select ${former}, ${id}, ${now}, ${now + RESERVED_FOR} where ${unchanged} and ${isOther}
          on conflict (username) do update set user_id = excluded.user_id, created_at = excluded.created_at,
            reserved_until = excluded.reserved_until`),
        auditEntry(
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
        ...queueNotices([{ user_id: id, notice }], now, unchanged),
        queueMail(mail, now, unchanged),
        statement(
          sql`update users set username = ${username} where id = ${id} and ${unchanged} returning id`,
        ),
      );
      if (answers.at(-1)?.length === 0) throw new ApiError("conflict");
    } catch (error) {
      if (isTaken(error, "users.username")) throw taken();
      throw error;
    }
    defer(deliverNotices(env));
    defer(sendMails(env, now));
    defer(notifyUser(env, id, { event: "Renamed", username }));
    defer(notifyPartners(env, { id, username }));
    return { message: `${former} is now ${username}.`, username };
  });
}

import { type Columns, sql, statement } from "#db/database.ts";
import type { sessions, users } from "#db/schema/index.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { changePasswordRoute, updateBioRoute } from "#domain/settings/api.ts";
import { passwordMail } from "../auth/mails.ts";
import { checkOwnPassword } from "../auth/own-password.ts";
import { hashPassword, passwordCost } from "../auth/password.ts";
import { rotateSession } from "../auth/rotate.ts";
import { rejectWeakPassword } from "../auth/weak-passwords.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { siteOrigin } from "../http/origin.ts";
import { disconnectEndedSessions } from "../live/disconnect.ts";
import { queueMail, sendMails } from "../mail/send.ts";
import { rejectFilteredWords } from "../spam/words.ts";

/** Routes for the bio and the password. */
export function accountRoutes(app: HonoApp): void {
  handle(app, updateBioRoute, async ({ input, gate, viewer, now }) => {
    const row = await gate.first(
      statement<Columns<"users", "bio">>(sql`select bio from users where id = ${viewer.id}`),
    );
    if (row?.bio !== input.bio) {
      await rejectFilteredWords(gate.db, { bio: input.bio }, now);
      await gate.write(
        { users: statement(sql`update users set bio = ${input.bio} where id = ${viewer.id}`) },
        { idempotent: true },
      );
    }
    return { message: "Bio saved." };
  });

  handle(app, changePasswordRoute, async (call) => {
    const { input, gate, env, now, request, defer } = call;
    const { id, username, email, session_id } = await checkOwnPassword(
      call,
      input.current_password,
      "current_password",
    );
    if (input.password === input.current_password)
      throw fieldError("password", "That's already your password. Choose another one.");
    await rejectWeakPassword(call, input.password, { username, email });
    const password_hash = await hashPassword(input.password, passwordCost(env));
    const { update, rotated, done } = rotateSession(call);
    const {
      ended,
      changed: [changed],
    } = await gate.write({
      ended: statement<
        Columns<"sessions", "id">
      >(sql`delete from sessions where user_id = ${id} and id <> ${session_id}
        and exists (select 1 from sessions where id = ${session_id} and expires_at > ${now}) returning id`),
      update,
      changed: statement<Columns<"users", "id">>(sql`update users set password_hash = ${password_hash}
        where id = ${id} and ${rotated} returning id`),
      tokens: statement(sql`delete from tokens where user_id = ${id} and kind = 'reset' and ${rotated}`),
      mail: queueMail(passwordMail({ username, email }, siteOrigin(request, env)), now, rotated),
    });
    if (!changed) throw new ApiError("conflict");
    done();
    await disconnectEndedSessions(
      env,
      id,
      ended.map((session) => session.id),
    );
    defer(sendMails(env, now));
    return { message: "Your password was changed, and every other browser is signed out." };
  });
}

import { type Columns, first, type Statement, sql, statement } from "#db/database.ts";
import type { InputOf } from "#domain/api/route.ts";
import { ApiError, fieldError, fieldErrorAt } from "#domain/errors.ts";
import { hasGold } from "#domain/gold/rules.ts";
import {
  changeEmailRoute,
  changePasswordRoute,
  revertEmailRoute,
  updateAccountRoute,
  updateBioRoute,
} from "#domain/settings/api.ts";
import { FIRST_CUSTOM_THEME_ID, presetTheme } from "#domain/themes/presets.ts";
import { passwordMail } from "../auth/mails.ts";
import { checkOwnPassword } from "../auth/own-password.ts";
import { hashPassword, passwordCost } from "../auth/password.ts";
import { rotateSession } from "../auth/rotate.ts";
import { rejectWeakPassword } from "../auth/weak-passwords.ts";
import { isUniqueViolation } from "../http/errors.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { checkAttempts, siteOrigin } from "../http/session.ts";
import { clearPermits, disconnectEndedSessions, notifyPartners } from "../live/notify.ts";
import { hubStub } from "../live/stubs.ts";
import { emailChangedMail, queueMail, sendMails, verificationMail } from "../mail/send.ts";
import { rejectFilteredWords } from "../spam/words.ts";
import { changeEmail, emailTakenQuery, revertEmail, revertQuery } from "./change-email.ts";
import { deleteRoutes } from "./delete-routes.ts";
import { detailsRoutes } from "./details.ts";
import { exportRoutes } from "./export/commands.ts";

type Settings = InputOf<typeof updateAccountRoute>;

const bit = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));

const themeNotFound = () => fieldError("custom_theme_id", "This profile theme doesn't exist.");

/** Changes the given settings; null if none. Without an effect if the custom theme is someone else's. */
function updateAccount(userId: number, settings: Settings): Statement<Columns<"users", "id">> | null {
  const { custom_theme_id } = settings;
  const values = {
    theme_id: settings.theme_id,
    appear_offline: bit(settings.appear_offline),
    message_privacy: settings.message_privacy_permission_id,
    comment_privacy: settings.comment_privacy_permission_id,
    join_privacy: settings.join_privacy_permission_id,
    gold_username: bit(settings.gold_username),
    show_custom_themes: bit(settings.show_custom_themes),
    show_custom_usernames: bit(settings.show_custom_usernames),
    custom_theme_id,
  };
  const changes = Object.entries(values).filter(([, value]) => value !== undefined);
  if (changes.length === 0) return null;
  const assignments = changes.map(([column, value]) => sql`${sql.raw(column)} = ${value}`);
  const isOwnTheme =
    custom_theme_id && custom_theme_id >= FIRST_CUSTOM_THEME_ID
      ? sql` and exists (select 1 from custom_themes where id = ${custom_theme_id} and user_id = ${userId})`
      : sql``;
  return statement`update users set ${sql.join(assignments, sql`, `)} where id = ${userId}${isOwnTheme} returning id`;
}

/** Whether the chosen profile theme requires Gold. Throws if it's an unknown preset. */
function themeNeedsGold(id: number | null | undefined): boolean {
  if (!id) return false;
  if (id >= FIRST_CUSTOM_THEME_ID) return true;
  const preset = presetTheme(id);
  if (!preset) throw themeNotFound();
  return preset.gold_only;
}

/** `auth.update`: the settings that are chosen rather than typed. */
export function updateRoutes(app: HonoApp): void {
  handle(app, updateAccountRoute, async ({ input, gate, viewer, env, now, defer }) => {
    const changes = updateAccount(viewer.id, input);
    if (!changes) throw fieldError("theme_id", "There's nothing to change.");
    const account = await gate.member();
    const needsGold = input.gold_username !== undefined || themeNeedsGold(input.custom_theme_id);
    if (needsGold && !hasGold(account.gold_until, now)) throw new ApiError("no_gold");
    const { changed } = await gate.write({ changed: first(changes) }, { idempotent: true });
    if (!changed) throw themeNotFound();
    const changesReach = input.message_privacy_permission_id !== undefined;
    // Rooms know who can be watched by others.
    const changesJoins = input.join_privacy_permission_id !== undefined;
    if (changesReach) defer(notifyPartners(env, account));
    await Promise.all([
      (changesReach || changesJoins) && clearPermits(env, viewer.id),
      input.appear_offline !== undefined && hubStub(env, viewer.id).setHidden(input.appear_offline),
    ]);
    return { message: "Saved." };
  });
}

/** Routes for the bio and the password. */
function accountRoutes(app: HonoApp): void {
  handle(app, updateBioRoute, async ({ input, gate, viewer, now }) => {
    const row = await gate.first(statement<Columns<"users", "bio">>`select bio from users
      where id = ${viewer.id}`);
    if (row?.bio !== input.bio) {
      await rejectFilteredWords(gate.db, { bio: input.bio }, now);
      await gate.write(
        { users: statement`update users set bio = ${input.bio} where id = ${viewer.id}` },
        { idempotent: true },
      );
    }
    return { message: "Bio saved." };
  });

  handle(app, changePasswordRoute, async (call) => {
    const { input, gate, env, now, request, defer } = call;
    const account = await checkOwnPassword(call, input.current_password, "current_password");
    const { id, username, email, session_id } = account;
    if (input.password === input.current_password)
      throw fieldError("password", "That's already your password. Choose another one.");
    await rejectWeakPassword(call, input.password, { username, email });
    const password_hash = await hashPassword(input.password, passwordCost(env));
    const { update, rotated, done } = rotateSession(call);
    const { ended, changed } = await gate.write({
      ended: statement<Columns<"sessions", "id">>`delete from sessions where user_id = ${id}
        and id <> ${session_id}
        and exists (select 1 from sessions where id = ${session_id} and expires_at > ${now}) returning id`,
      update,
      changed: first<Columns<"users", "id">>`update users set password_hash = ${password_hash}
        where id = ${id} and ${rotated} returning id`,
      tokens: statement`delete from tokens where user_id = ${id} and kind = 'reset' and ${rotated}`,
      mail: queueMail(passwordMail({ username, email }, siteOrigin(request, env)), now, rotated),
    });
    if (!changed) throw new ApiError("conflict");
    done();
    const sessions = ended.map((session) => session.id);
    await disconnectEndedSessions(env, id, sessions);
    defer(sendMails(env, now));
    return { message: "Your password was changed, and every other browser is signed out." };
  });
}

const HOUR = 60 * 60;
const takenError = () => fieldError("email", "This email address already has an account.");

function emailRoutes(app: HonoApp): void {
  handle(app, changeEmailRoute, async (call) => {
    const { input, gate, env, now, request, defer } = call;
    const account = await checkOwnPassword(call, input.password);
    const { id, username } = account;
    const { email } = input;
    if (email === account.email) throw fieldError("email", "That's already your email address.");
    await checkAttempts(env, `change-email:${id}`, 5, HOUR);
    const found = await gate.first(emailTakenQuery(email, id, now));
    if (found?.taken) throw takenError();
    // Of two concurrent changes, one succeeds and the other gets an error.
    const unchanged = sql`exists (select 1 from users where id = ${id} and email = ${account.email})`;
    const { update, rotated, done } = rotateSession(call, undefined, unchanged);
    const change = changeEmail(account, email, now, rotated);
    const origin = siteOrigin(request, env);
    const mails = [
      verificationMail(email, username, origin, change.verifyToken),
      ...(change.revertToken ? [emailChangedMail(account.email, username, origin, change.revertToken)] : []),
    ];
    try {
      const { changed } = await gate.write({
        update,
        tokens: change.statements,
        mails: mails.map((mail) => queueMail(mail, now, rotated)),
        changed: change.last,
      });
      if (changed.length === 0) throw new ApiError("conflict");
    } catch (error) {
      if (isUniqueViolation(error, "users.email")) throw takenError();
      throw error;
    }
    done();
    defer(sendMails(env, now));
    return {
      message: `Your email address was changed. Open the link we sent to ${email} to verify it.`,
    };
  });

  handle(app, revertEmailRoute, async ({ input, gate, env, now }) => {
    const change = await gate.db.first(revertQuery(input.token, now));
    if (!change) throw linkExpired();
    const { resetToken, statements } = revertEmail(change, input.token, now);
    const { changed } = await gate.db.batch(statements);
    if (!changed) throw linkExpired();
    await disconnectEndedSessions(env, change.user_id);
    return {
      message: "Your old email address is back, and every browser is signed out. Choose a new password now.",
      reset_token: resetToken,
    };
  });
}

const linkExpired = () =>
  fieldErrorAt("token", "token_expired", "This link has expired or was already used.");

/** Routes for all settings except those of `auth.update`. */
export function settingsRoutes(app: HonoApp): void {
  for (const mount of [detailsRoutes, accountRoutes, emailRoutes, exportRoutes, deleteRoutes]) mount(app);
}

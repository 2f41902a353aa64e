import type { SessionUser } from "#domain/auth/api.ts";
import { earnedStamps } from "#domain/first-night/stamps.ts";
import { isoTime } from "#domain/time.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { storedLookToken } from "../avatar/looks.ts";
import { isBanned, type SessionAccount } from "../http/session.ts";
import { bopiPictures, presentGold } from "../users/present.ts";

/** Presents the signed-in user for their own pages. */
export function presentAccount(account: SessionAccount, now: number): SessionUser {
  const { id, username, role, email, xp, coins, ledger_id, theme_id } = account;
  return {
    id,
    username,
    role,
    email,
    xp,
    coins,
    ledger_id,
    theme_id,
    url: `/users/${username}`,
    level: spiritLevel(xp),
    ...presentGold(account, now),
    bopi: bopiPictures(account),
    look: storedLookToken(account.colors, account.equipped),
    needs_two_factor: account.staff_role !== "member" && account.two_factor_at === null,
    show_custom_themes: account.show_custom_themes === 1,
    show_custom_usernames: account.show_custom_usernames === 1,
    email_verified: account.email_verified_at !== null,
    appear_offline: account.appear_offline === 1,
    message_privacy_permission_id: account.message_privacy,
    comment_privacy_permission_id: account.comment_privacy,
    join_privacy_permission_id: account.join_privacy,
    banned: isBanned(account, now)
      ? {
          reason: account.ban_reason ?? "",
          until: account.banned_until === null ? null : isoTime(account.banned_until),
        }
      : null,
    unseen_warnings: account.unseen_warnings,
    first_night: earnedStamps(account.first_night),
  };
}

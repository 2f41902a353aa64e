import { type Columns, first } from "#db/database.ts";
import { userDetailsRoute } from "#domain/settings/api.ts";
import { maskEmail } from "#domain/settings/rules.ts";
import { isoTime } from "#domain/time.ts";
import { discordLinkQuery, presentDiscordLink } from "../discord/present.ts";
import { subscriptionsQuery } from "../gold/queries.ts";
import { goldEnd } from "../gold/routes.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { presentThemes, themesQuery } from "../themes/routes.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  presentUserWithPresence,
  type UserColumns,
  userColumns,
} from "../users/present.ts";

interface DetailsRow
  extends UserColumns,
    PresenceColumns,
    Columns<
      "users",
      | "bio"
      | "email"
      | "email_verified_at"
      | "show_custom_themes"
      | "show_custom_usernames"
      | "two_factor_at"
      | "theme_id"
      | "custom_theme_id"
      | "comment_privacy"
      | "message_privacy"
      | "join_privacy"
      | "appear_offline"
      | "blocks_count"
      | "plays_sum"
      | "clears_count"
      | "achievements_count"
    > {
  codes_left: number;
}

function presentDetails(row: DetailsRow, now: number) {
  return {
    ...presentUserWithPresence(row, now),
    bio: row.bio,
    email: row.email,
    email_address: maskEmail(row.email),
    email_verified: row.email_verified_at !== null,
    show_custom_themes: row.show_custom_themes === 1,
    show_custom_usernames: row.show_custom_usernames === 1,
    "2fa": row.two_factor_at !== null,
    recovery_codes_left: row.codes_left,
    xp: row.u_xp,
    theme_id: row.theme_id,
    custom_theme_id: row.custom_theme_id,
    comment_privacy_permission_id: row.comment_privacy,
    message_privacy_permission_id: row.message_privacy,
    join_privacy_permission_id: row.join_privacy,
    appear_offline: row.appear_offline === 1,
    blocks_count: row.blocks_count,
    levels_sum_plays: row.plays_sum,
    clears_count: row.clears_count,
    user_achievements_count: row.achievements_count,
  };
}

/** The signed-in account with everything that the settings show, in one round trip. */
export function detailsRoutes(app: HonoApp): void {
  handle(app, userDetailsRoute, async ({ gate, viewer, now }) => {
    const { row, themes, link, subscriptions } = await gate.read({
      row: first<DetailsRow>`select ${userColumns}, ${presenceColumns}, u.bio, u.email, u.email_verified_at, u.show_custom_themes,
          u.show_custom_usernames, u.two_factor_at, (select count(*) from recovery_codes where user_id = u.id) as codes_left,
          u.theme_id, u.custom_theme_id, u.comment_privacy, u.message_privacy, u.join_privacy, u.appear_offline,
          u.blocks_count, u.plays_sum, u.clears_count, u.achievements_count
        from users u ${presenceJoins} where u.id = ${viewer.id}`,
      themes: themesQuery(viewer.id),
      link: first(discordLinkQuery(viewer.id)),
      subscriptions: subscriptionsQuery(viewer.id),
    });
    if (!row) throw new Error("the member has no row");
    const end = goldEnd(subscriptions, row.u_gold_until, now);
    return {
      ...presentDetails(row, now),
      gold_ends_at: end === null ? null : isoTime(end),
      custom_themes: presentThemes(themes),
      discord_link: presentDiscordLink(link),
    };
  });
}

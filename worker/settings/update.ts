import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { InputOf } from "#domain/api/route.ts";
import { updateAccountRoute } from "#domain/auth/api.ts";
import { hasGold } from "#domain/billing/rules.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { OWN_FROM, presetOf } from "#domain/themes/presets.ts";
import { type App, handle } from "../http/handle.ts";
import { forgetPermits } from "../live/access.ts";
import { notifyPartners } from "../live/notify.ts";
import { hubOf } from "../live/stubs.ts";

type Settings = InputOf<typeof updateAccountRoute>;

const bit = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));

const noTheme = () => fieldError("custom_theme_id", "There is no such profile theme.");

/** Changes the settings that are sent, unless a theme of one's own is among them that is not; null when there are none. */
function updateAccount(userId: number, settings: Settings): Statement<{ id: number }> | null {
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
  const theirs =
    custom_theme_id && custom_theme_id >= OWN_FROM
      ? sql` and exists (select 1 from custom_themes where id = ${custom_theme_id} and user_id = ${userId})`
      : sql``;
  return statement(
    sql`update users set ${sql.join(assignments, sql`, `)} where id = ${userId}${theirs} returning id`,
  );
}

/** Whether the chosen theme can only be worn with Gold; one of the site's must exist. */
function themeNeedsGold(id: number | null | undefined): boolean {
  if (!id) return false;
  if (id >= OWN_FROM) return true;
  const preset = presetOf(id);
  if (!preset) throw noTheme();
  return preset.gold_only;
}

/** `auth.update`: what is chosen rather than typed. */
export function updateRoutes(app: App): void {
  handle(app, updateAccountRoute, async ({ input, gate, viewer, env, now, defer }) => {
    const changes = updateAccount(viewer.id, input);
    if (!changes) throw fieldError("theme_id", "There is nothing to change.");
    const account = await gate.member();
    const needsGold = input.gold_username !== undefined || themeNeedsGold(input.custom_theme_id);
    if (needsGold && !hasGold(account.gold_until, now)) throw new ApiError("no_gold");
    const [[changed]] = await gate.write(changes);
    if (!changed) throw noTheme();
    const changesReach = input.message_privacy_permission_id !== undefined;
    if (changesReach) defer(notifyPartners(env, account));
    await Promise.all([
      changesReach && forgetPermits(env, viewer.id),
      input.appear_offline !== undefined && hubOf(env, viewer.id).setHidden(input.appear_offline),
    ]);
    return { message: "Saved." };
  });
}

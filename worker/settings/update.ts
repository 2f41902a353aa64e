import { type Columns, first, type Statement, sql, statement } from "#db/database.ts";
import type { InputOf } from "#domain/api/route.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { hasGold } from "#domain/gold/rules.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { FIRST_CUSTOM_THEME_ID, presetTheme } from "#domain/themes/presets.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { clearPermits, notifyPartners } from "../live/notify.ts";
import { hubStub } from "../live/stubs.ts";

type Settings = InputOf<typeof updateAccountRoute>;

const bit = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));

const themeNotFound = () => fieldError("custom_theme_id", "This profile theme doesn't exist.");

/**
 * Returns a statement that changes the given settings, or null if there are none. It changes nothing if the
 * custom theme belongs to another user.
 */
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

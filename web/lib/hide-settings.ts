import type { SessionUser } from "#domain/auth/api.ts";
import { hideAttribute } from "#domain/settings/hide-attribute.ts";

/** Shows or hides other users' profile themes and gold usernames. The worker writes the same attribute into the HTML. */
export function applyHideSettings(
  settings: Pick<SessionUser, "show_custom_themes" | "show_custom_usernames">,
): void {
  const hidden = hideAttribute(settings);
  const root = document.documentElement;
  if (hidden) root.dataset.hide = hidden;
  else delete root.dataset.hide;
}

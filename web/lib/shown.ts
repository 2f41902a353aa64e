import type { SessionUser } from "#domain/auth/api.ts";
import { hiddenOfOthers } from "#domain/settings/hidden.ts";

/** Has the page show or hide others' profile themes and golden names from now on; the worker writes the same into the HTML. */
export function showOfOthers(shown: Pick<SessionUser, "show_custom_themes" | "show_custom_usernames">): void {
  const hidden = hiddenOfOthers(shown);
  const root = document.documentElement;
  if (hidden) root.dataset.hide = hidden;
  else delete root.dataset.hide;
}

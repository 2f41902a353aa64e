import type { SessionUser } from "#domain/auth/api.ts";

/** Has the page show or hide others' profile themes and golden names from now on; the worker writes the same into the HTML. */
export function showOfOthers({
  show_custom_themes,
  show_custom_usernames,
}: Pick<SessionUser, "show_custom_themes" | "show_custom_usernames">): void {
  const hidden = [!show_custom_themes && "themes", !show_custom_usernames && "names"].filter(Boolean);
  const root = document.documentElement;
  if (hidden.length > 0) root.dataset.hide = hidden.join(" ");
  else delete root.dataset.hide;
}

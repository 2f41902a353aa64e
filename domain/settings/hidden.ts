/** What somebody does not want to see of others, as the page's `data-hide` names it; styles go by it (web/styles/worn.css). */
export const hiddenOfOthers = (shown: {
  show_custom_themes: boolean | 0 | 1;
  show_custom_usernames: boolean | 0 | 1;
}): string =>
  [!shown.show_custom_themes && "themes", !shown.show_custom_usernames && "names"].filter(Boolean).join(" ");

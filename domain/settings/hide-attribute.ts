/** The page's `data-hide` attribute: the parts of others' profiles that the viewer has turned off. */
export const hideAttribute = (shown: {
  show_custom_themes: boolean | 0 | 1;
  show_custom_usernames: boolean | 0 | 1;
}): string =>
  [!shown.show_custom_themes && "themes", !shown.show_custom_usernames && "names"].filter(Boolean).join(" ");

/** Strings of the menu of site themes. */
export const themeMenuText = {
  title: "Theme",
  choose: (name: string) => `Theme: ${name}. Choose another.`,
  notSaved: "The theme is set here, but couldn't be saved to your account.",
} as const;

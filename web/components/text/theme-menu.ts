/** Strings of the menu of site themes. */
export const themeMenuText = {
  title: "Theme",
  choose: (name: string) => `Theme: ${name}. Choose another.`,
} as const;

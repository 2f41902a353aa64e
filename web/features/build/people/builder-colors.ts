import { OTHER_COLORS } from "#web/game/edit/other-colors.ts";

/** The color of someone's cursor, selection and picture. */
export const builderColor = (color: number): string =>
  `#${OTHER_COLORS[color % OTHER_COLORS.length] ?? "ffffff"}`;

import { formatCount, formatNumber } from "#web/lib/format.ts";

export const builderHistoryText = {
  title: "Versions",
  text: "We store a version every 10 minutes of work, and each time you publish.",
  save: "Store a version now",
  stored: "Version stored.",
  none: "No versions yet",
  noneText: "The first one comes after 10 minutes of work.",
  blocks: (blocks: number, stars: number) => `${formatCount(blocks, "block")}, ${formatCount(stars, "star")}`,
  published: (revision: number) => `Published as revision ${formatNumber(revision)}`,
  by: (names: string) => `By ${names}`,
  restore: "Restore",
  restoreNamed: (time: string) => `Restore the version of ${time}`,
  restored: "Version restored.",
  undo: "Undo",
  picture: "Picture of the version",
  noPicture: "The picture is being drawn",
  pages: "Pages",
} as const;

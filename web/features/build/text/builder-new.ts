import { formatCount } from "#web/lib/format.ts";

export const builderNewText = {
  title: "Start from a world",
  text: "Pick one. You can change every block of it, and it stays private until you publish.",
  worlds: "Worlds",
  name: "Title",
  namePlaceholder: "Name your level",
  create: "Start building",
  facts: (blocks: number, stars: number) => `${formatCount(blocks, "block")}, ${formatCount(stars, "star")}`,
  upload: "Upload a document instead",
  seeGold: "Get Gold",
} as const;

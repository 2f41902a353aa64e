import { formatCount, formatNumber } from "#web/lib/format.ts";

export const builderImportText = {
  title: "Import into your level",
  text: "Its blocks, stars, checkpoints and hazards become a group. Spawn, goal and sky stay yours.",
  file: "A document",
  own: "One of your levels",
  source: "Where from",
  choose: "Choose a .json file",
  chooseHint: "A level document, up to 4 MB.",
  another: "Choose another file",
  reading: "Reading the document…",
  unreadable: "The document couldn't be read. Try again.",
  problems: (count: number) => formatCount(count, "problem"),
  moreProblems: (count: number) => `And ${formatNumber(count)} more.`,
  found: (what: string) => `Found ${what}.`,
  empty: "There's nothing in it to import.",
  search: "Find a level",
  none: "You have no other levels.",
  noneFound: "No level matches that.",
  add: "Add to the level",
  added: (name: string) => `“${name}” was added as a group.`,
  fileName: "Imported",
} as const;

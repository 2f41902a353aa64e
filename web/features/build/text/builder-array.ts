import { formatCount } from "#web/lib/format.ts";

export const builderArrayText = {
  title: "Repeat the selection",
  text: "Adds copies in a row, each one step further.",
  count: "Copies",
  by: "Step",
  total: (count: number) => `Adds ${formatCount(count, "part")}.`,
  add: "Add copies",
} as const;

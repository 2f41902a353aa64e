import { formatCount } from "#web/lib/format.ts";

export const builderPrefabsText = {
  title: "Prefabs",
  text: "Choose one, then place it like a block.",
  site: "From us",
  own: "Yours",
  none: "You have no prefabs yet. Select something and save it here.",
  save: "Save the selection",
  saveHint: (count: number) => `${formatCount(count, "part")} of your selection.`,
  nothing: "Select something in the level first, then come back to save it.",
  name: "Name",
  saved: (name: string) => `“${name}” is saved.`,
  choose: (name: string) => `Place ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: "What you placed with it stays in your levels.",
  deleteAction: "Delete prefab",
} as const;

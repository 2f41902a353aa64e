import type { PartKind } from "#domain/build/part.ts";
import { partText } from "./builder.ts";

const NAMES = { x: "X", y: "Y", z: "Z" } as const;
type Axis = keyof typeof NAMES;

/** The other two axes of a plane. */
const PLANES = { x: "Y and Z", y: "X and Z", z: "X and Y" } as const;

/** Names things by kind: "3 blocks, 1 star and the goal". Groups aren't named. */
function countParts(counts: Partial<Record<PartKind, number>>): string {
  const names = Object.entries(partText.counted).flatMap(([kind, name]) => {
    const count = counts[kind as PartKind];
    return count && kind !== "group" ? name(count) : [];
  });
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "nothing");
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Strings of the level editor: names of handles for screen readers, and sentences about commands. */
export const editorLabels = {
  handle: (
    kind: "move" | "plane" | "rotate" | "scale" | "motion" | "size",
    axis: Axis,
    side: 1 | -1 = 1,
  ): string => {
    const name = NAMES[axis];
    switch (kind) {
      case "move":
        return `Move along ${name}`;
      case "plane":
        return `Move along ${PLANES[axis]}`;
      case "rotate":
        return `Rotate around ${name}`;
      case "scale":
        return `Resize along ${name}, ${side > 0 ? "far" : "near"} side`;
      case "motion":
        return "End of the motion";
      case "size":
        return "Resize evenly";
    }
  },
  jump: "Jump",
  messages: {
    parts: countParts,
    copied: (parts: string) => `${capitalize(parts)} copied`,
    cut: (parts: string) => `${capitalize(parts)} cut`,
    pasted: (parts: string) => `${capitalize(parts)} pasted`,
    deleted: (parts: string) => `${capitalize(parts)} deleted`,
    duplicated: (parts: string) => `${capitalize(parts)} duplicated in place`,
    colored: (parts: string) => `${capitalize(parts)} painted`,
    locked: (parts: string) => `${capitalize(parts)} locked`,
    unlocked: (parts: string) => `${capitalize(parts)} unlocked`,
    hidden: (parts: string) => `${capitalize(parts)} hidden on this page`,
    shown: (parts: string) => `${capitalize(parts)} shown again`,
    grouped: (name: string) => `Grouped as “${name}”`,
    ungrouped: "Group dissolved",
    selected: (parts: string) => `${capitalize(parts)} selected`,
    picked: "Color and material picked",
    nothingSelected: "Select something first.",
    nothingCopied: "Copy something first.",
    nothingHidden: "Nothing is hidden.",
    nothingThere: "There's nothing at the cursor.",
    nothingToPaint: "Only blocks can be painted.",
    noGroup: "Only parts of a group can be ungrouped.",
    noTrail: "Play a test first. It leaves a trail.",
    nothingUnderTrail: "No blocks are under the trail. Locked ones aren't selected.",
    cantDelete: "The spawn can't be deleted. You can move it.",
    cantCopy: "There's only one spawn and one goal. They can't be copied.",
    cantRotate: "Only blocks, checkpoints and the spawn can be turned.",
    cantResize: "Only blocks and hazards have a size.",
    atLimit: "That's as far as a level goes.",
  },
} as const;

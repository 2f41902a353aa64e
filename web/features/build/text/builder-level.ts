import { formatNumber } from "#web/lib/format.ts";

/** Strings of the panel about the whole level. */
export const builderLevelText = {
  ambiences: {
    day: "Day",
    sunset: "Sunset",
    night: "Night",
    space: "Space",
    snow: "Snow",
    spooky: "Spooky",
    ember: "Ember",
    candy: "Candy",
    jungle: "Jungle",
    indoor: "Indoors",
  },
  ambience: "Sky and light",
  spawn: "Spawn",
  goal: "Goal",
  noGoal: "No goal yet",
  lookAt: { spawn: "Look at the spawn", goal: "Look at the goal" },
  place: { spawn: "Place the spawn", goal: "Place the goal" },
  counts: "How full it is",
  count: (count: number, limit: number) => `${formatNumber(count)} of ${formatNumber(limit)}`,
  kinds: { block: "Blocks", star: "Stars", checkpoint: "Checkpoints", hazard: "Hazards" },
  size: "Document",
  bytes: (used: string, limit: string) => `${used} of ${limit}`,
  hints: "Hints",
  noHints: "Nothing to fix. Nice!",
  checking: "Checking…",
  moreHints: (count: number) => `And ${formatNumber(count)} more.`,
  trail: "Select the blocks under your last test",
} as const;

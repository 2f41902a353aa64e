import type { Random } from "#db/seed/random.ts";

const HOW = [
  "Sunny",
  "Turbo",
  "Tiny",
  "Mighty",
  "Sleepy",
  "Cosmic",
  "Pixel",
  "Jolly",
  "Lucky",
  "Rusty",
  "Neon",
  "Wild",
];
const WHO = [
  "Otter",
  "Noodle",
  "Comet",
  "Badger",
  "Muffin",
  "Gecko",
  "Pirate",
  "Yeti",
  "Falcon",
  "Turnip",
  "Robot",
  "Fox",
];

/** A username that nobody is likely to have: "CosmicOtter4812". */
export const madeUpName = (random: Random): string =>
  `${random.pick(HOW)}${random.pick(WHO)}${random.int(100, 9_999)}`;

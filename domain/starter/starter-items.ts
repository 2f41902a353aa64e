import type { ItemTypeId } from "../items/item-types.ts";

interface StarterDefinition {
  type_id: ItemTypeId;
  name: string;
  description: string;
}

/** The free items that new accounts start with, in the front page's order. Files are in web/public/static/starter. */
export const STARTER_ITEMS = {
  "sunny-side-up": {
    type_id: 1,
    name: "Sunny Side Up",
    description: "Cooked by the power of thinking very hard.",
  },
  "parked-saucer": {
    type_id: 1,
    name: "Parked Saucer",
    description: "Only stopping for a minute, officer.",
  },
  "whisker-business": {
    type_id: 3,
    name: "Whisker Business",
    description: "Will knock your glass off the table and hold eye contact.",
  },
  balloon: { type_id: 2, name: "Balloon on a String", description: "Let go and it's gone. So don't." },
  "striped-jumper": {
    type_id: 4,
    name: "Striped Jumper",
    description: "Knitted from leftover racing flags.",
  },
  "fan-tee": {
    type_id: 4,
    name: "Bopi Fan Tee",
    description: "Wearing yourself on your own shirt is called confidence.",
  },
  "space-leggings": { type_id: 5, name: "Space Leggings", description: "Infinite room. No pockets." },
  "candy-camouflage": {
    type_id: 5,
    name: "Candy Camouflage",
    description: "Perfect for hiding in a candy store.",
  },
  "springy-sneakers": {
    type_id: 6,
    name: "Springy Sneakers",
    description: "The springs are painted on, but they look fast.",
  },
  "duck-slippers": { type_id: 6, name: "Duck Slippers", description: "They go with the duck." },
  teapot: {
    type_id: 2,
    name: "Cheerful Teapot",
    description: "Short, stout and very pleased with itself.",
  },
  lollipop: {
    type_id: 2,
    name: "Dizzy Lollipop",
    description: "Do not stare. Two lost afternoons already.",
  },
} as const satisfies Record<string, StarterDefinition>;

export type StarterKey = keyof typeof STARTER_ITEMS;
export const STARTER_KEYS = Object.keys(STARTER_ITEMS) as StarterKey[];

import type { Region } from "./surface.ts";

/** Regions of the body in clothing textures. Wraps are unrolled, the front in the middle. Clear pixels show the body's color. */
export const CLOTHING_TEMPLATES = {
  shirt: {
    torso: [0, 0, 512, 208],
    right_arm: [0, 216, 248, 200],
    left_arm: [264, 216, 248, 200],
    torso_top: [0, 424, 140, 88],
    torso_bottom: [148, 424, 140, 88],
  },
  pants: {
    hips: [0, 0, 512, 96],
    right_leg: [0, 104, 248, 208],
    left_leg: [264, 104, 248, 208],
    torso_bottom: [0, 424, 140, 88],
  },
  shoes: {
    right_shoe: [0, 0, 512, 104],
    left_shoe: [0, 112, 512, 104],
    right_top: [0, 224, 96, 112],
    right_sole: [104, 224, 96, 140],
    left_top: [264, 224, 96, 112],
    left_sole: [368, 224, 96, 140],
  },
} as const satisfies Record<string, Record<string, Region>>;

export type TemplateName = keyof typeof CLOTHING_TEMPLATES;

export const HIPS_SHARE = 0.4;

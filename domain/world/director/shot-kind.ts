/** The kinds of level pictures: what is special, the course from its start, or all of it. */
export const SHOT_KINDS = ["hero", "spawn", "whole"] as const;
export type ShotKind = (typeof SHOT_KINDS)[number];

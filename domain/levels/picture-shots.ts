import { SHOT_KINDS } from "../world/director/shot-kind.ts";

/** The choices for a drawn picture; `auto` lets the director choose. */
export const PICTURE_SHOTS = ["auto", ...SHOT_KINDS] as const;
export type PictureShotChoice = (typeof PICTURE_SHOTS)[number];

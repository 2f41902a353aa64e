import * as z from "zod/mini";
import { numberSchema, positionSchema } from "../world/block.ts";

/** The camera of a level's picture: a parallel projection that looks down at `center`. */
export const pictureView = z.strictObject({
  /** Degrees around the level; 0 looks from +Z. */
  yaw: numberSchema(-360, 360),
  /** Degrees downwards. */
  pitch: numberSchema(5, 85),
  center: positionSchema,
  /** Units from the picture's bottom to its top, seen at right angles. */
  height: numberSchema(4, 4_096),
});
export type PictureView = z.infer<typeof pictureView>;

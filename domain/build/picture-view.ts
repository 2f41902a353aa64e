import * as z from "zod/mini";
import { numberField, positionField } from "../world/block.ts";

/** The camera of a level's picture: a parallel projection that looks down at `center`. */
export const pictureView = z.strictObject({
  /** Degrees around the level; 0 looks from +Z. */
  yaw: numberField(-360, 360).schema,
  /** Degrees downwards. */
  pitch: numberField(5, 85).schema,
  center: positionField.schema,
  /** Units from the picture's bottom to its top, seen at right angles. */
  height: numberField(4, 4_096).schema,
});
export type PictureView = z.infer<typeof pictureView>;

import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { putAsset } from "../assets/store.ts";
import { encodeDrawing } from "./png.ts";

/** Stores a picture under its name unless it exists. The name is derived from the content (`pictureName`). */
export async function putPicture(bucket: R2Bucket, name: string, draw: () => Pixels): Promise<void> {
  if (await bucket.head(name)) return;
  await putAsset(bucket, name, "png", encodeDrawing(draw()));
}

import { BuildDocument } from "#domain/build/document.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import { toWorld } from "#domain/build/world.ts";
import { putAsset } from "../assets/store.ts";
import { buildStub } from "../live/stubs.ts";
import { drawLevel } from "./draw-level.ts";
import type { RenderJob } from "./job.ts";
import { PICTURE_QUALITY, PICTURE_SIZES } from "./picture-sizes.ts";
import { pictureName } from "./pictures.ts";

/** The picture of a stored version of a level that is being built. */
export const versionPictureName = (save: string): string => pictureName("build", save);

/** Renders the picture of a stored version, unless the version was deleted. */
export async function renderVersion(
  env: Env,
  { level_id, save }: Extract<RenderJob, { kind: "build" }>,
): Promise<void> {
  const object = await env.BUCKET.get(save);
  if (!object) return;
  const world = toWorld(new BuildDocument(JSON.parse(await object.text()) as [PartId, Part][]));
  const { thumbnail } = PICTURE_SIZES;
  const size = { width: thumbnail.width, height: thumbnail.height };
  const { files } = await drawLevel(env, world, null, size, [{ ...size, quality: PICTURE_QUALITY }]);
  await putAsset(env.BUCKET, versionPictureName(save), "jpeg", files[0] as Uint8Array);
  await buildStub(env, level_id).notePicture(save);
}

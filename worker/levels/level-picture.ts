import { readPicture, UPLOAD_QUALITY } from "../assets/picture.ts";
import { storeAsset } from "../assets/store.ts";
import { encodePicture } from "../render/encode-picture.ts";
import { PICTURE_SIZES, type PictureSize } from "../render/picture-sizes.ts";

/** The JPEGs of a level's picture; null without one in this size. */
export type PictureFiles = Record<PictureSize, Uint8Array | null>;
/** Their asset uuids. */
export type PictureAssets = Record<PictureSize, string | null>;

export const NO_PICTURE: PictureAssets = { large: null, thumbnail: null, small: null };

/** The JPEGs of an uploaded picture, never enlarged; null without one. Throws a 422 at `thumbnail`. */
export async function readLevelPicture(file: File | undefined): Promise<PictureFiles | null> {
  if (!file) return null;
  const picture = await readPicture(file, "thumbnail");
  const { large, thumbnail, small } = PICTURE_SIZES;
  const isLarge = picture.width >= large.width && picture.height >= large.height;
  return {
    large: isLarge ? encodePicture(picture, large, UPLOAD_QUALITY) : null,
    thumbnail: encodePicture(picture, thumbnail, UPLOAD_QUALITY),
    small: encodePicture(picture, small, UPLOAD_QUALITY),
  };
}

export async function storeLevelPicture(env: Env, files: PictureFiles | null): Promise<PictureAssets> {
  const store = async (bytes: Uint8Array | null | undefined) =>
    bytes ? storeAsset(env.BUCKET, "jpeg", bytes) : null;
  const [large, thumbnail, small] = await Promise.all([
    store(files?.large),
    store(files?.thumbnail),
    store(files?.small),
  ]);
  return { large, thumbnail, small };
}

/** Deletes the files of a picture that isn't used after all. */
export async function deleteLevelPicture(env: Env, assets: PictureAssets): Promise<void> {
  const stored = Object.values(assets).filter((asset) => asset !== null);
  if (stored.length > 0) await env.BUCKET.delete(stored);
}

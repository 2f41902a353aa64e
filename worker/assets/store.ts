export const ASSET_TYPES = {
  json: "application/json; charset=utf-8",
  png: "image/png",
  jpeg: "image/jpeg",
  mesh: "application/octet-stream",
} as const;
export type AssetType = keyof typeof ASSET_TYPES;

/** Stores bytes under a name for good. */
export async function putAsset(
  bucket: R2Bucket,
  name: string,
  type: AssetType,
  bytes: Uint8Array | string,
): Promise<void> {
  await bucket.put(name, bytes, { httpMetadata: { contentType: ASSET_TYPES[type] } });
}

/** Stores immutable bytes under a new uuid and answers the uuid. */
export async function storeAsset(
  bucket: R2Bucket,
  type: AssetType,
  bytes: Uint8Array | string,
): Promise<string> {
  const asset = crypto.randomUUID();
  await putAsset(bucket, asset, type, bytes);
  return asset;
}

/** The files of an item by its uuid: what they are called in the bucket and in addresses. */
export const textureFile = (uuid: string): string => `${uuid}.png`;
export const modelFile = (uuid: string): string => `${uuid}.mesh`;

/** Stores an item's texture, and its model where it has one, under a new uuid and answers that. */
export async function storeItemFiles(
  bucket: R2Bucket,
  texture: Uint8Array,
  model: Uint8Array | null,
): Promise<string> {
  const uuid = crypto.randomUUID();
  await Promise.all([
    putAsset(bucket, textureFile(uuid), "png", texture),
    ...(model ? [putAsset(bucket, modelFile(uuid), "mesh", model)] : []),
  ]);
  return uuid;
}

/** Takes back the files of an item that was not made after all. */
export const dropItemFiles = (bucket: R2Bucket, uuid: string): Promise<void> =>
  bucket.delete([textureFile(uuid), modelFile(uuid)]);

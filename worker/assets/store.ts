/** Returns an asset's URL. Assets never change, so responses can be cached permanently. */
export const assetUrl = (asset: string): string => `/assets/${asset}`;

export const ASSET_TYPES = {
  json: "application/json; charset=utf-8",
  png: "image/png",
  jpeg: "image/jpeg",
  mesh: "application/octet-stream",
  log: "application/octet-stream",
} as const;
export type AssetType = keyof typeof ASSET_TYPES;

/** Stores immutable bytes under the given name. */
export async function putAsset(bucket: R2Bucket, name: string, type: AssetType, bytes: Uint8Array | string) {
  await bucket.put(name, bytes, { httpMetadata: { contentType: ASSET_TYPES[type] } });
}

/** Stores immutable bytes under a new UUID and returns it. */
export async function storeAsset(
  bucket: R2Bucket,
  type: AssetType,
  bytes: Uint8Array | string,
): Promise<string> {
  const asset = crypto.randomUUID();
  await putAsset(bucket, asset, type, bytes);
  return asset;
}

/** The names of an item's files in the bucket and in URLs, by the item's UUID. */
export const textureFile = (uuid: string): string => `${uuid}.png`;
export const modelFile = (uuid: string): string => `${uuid}.mesh`;

/** Stores an item's texture and its model, if any, under a new UUID and returns it. */
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

/** Deletes the files of an item that wasn't created after all. */
export const deleteItemFiles = (bucket: R2Bucket, uuid: string): Promise<void> =>
  bucket.delete([textureFile(uuid), modelFile(uuid)]);

export const ASSET_TYPES = {
  json: "application/json; charset=utf-8",
  png: "image/png",
  jpeg: "image/jpeg",
} as const;

/** Stores immutable bytes under a new uuid and answers the uuid. */
export async function storeAsset(
  bucket: R2Bucket,
  kind: keyof typeof ASSET_TYPES,
  bytes: Uint8Array | string,
): Promise<string> {
  const asset = crypto.randomUUID();
  await bucket.put(asset, bytes, { httpMetadata: { contentType: ASSET_TYPES[kind] } });
  return asset;
}

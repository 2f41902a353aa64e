/** Where an asset is served. An asset never changes, so its address can be cached for good. */
export const assetUrl = (asset: string): string => `/assets/${asset}`;

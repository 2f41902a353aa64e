/** Returns an asset's URL. Assets never change, so responses can be cached permanently. */
export const assetUrl = (asset: string): string => `/assets/${asset}`;

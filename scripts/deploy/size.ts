/** 1 KB is 1,024 bytes, as in all of our measurements. */
const KB = 1024;

/**
 * Cloudflare's limit for a compressed worker on the Workers Paid plan, which the site needs:
 * https://developers.cloudflare.com/workers/platform/limits/#worker-size
 */
export const CLOUDFLARE_GZIP_LIMIT = 10 * KB * KB;

/** Our own budget for the compressed worker with its wasm, checked by `npm run bench bytes`. A deployment only warns. */
export const GZIP_BUDGET = 430 * KB;

export const kilobytes = (bytes: number): string => `${(bytes / KB).toFixed(1)} KB`;

export function sizeProblems(bytes: number): string[] {
  if (bytes <= CLOUDFLARE_GZIP_LIMIT) return [];
  return [
    `The worker is ${kilobytes(bytes)} gzip. Cloudflare's limit is ${kilobytes(CLOUDFLARE_GZIP_LIMIT)}.`,
  ];
}

/** Returns a warning for a worker over our budget; null within it. */
export function sizeWarning(bytes: number): string | null {
  if (bytes <= GZIP_BUDGET) return null;
  return `The worker is ${kilobytes(bytes)} gzip, over the budget of ${kilobytes(GZIP_BUDGET)}.`;
}

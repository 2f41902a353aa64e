/** Of 1,024 bytes, as everywhere where the site is measured. */
const KB = 1024;

/**
 * What Cloudflare takes of one worker after compression on the Workers Paid plan, which the site needs:
 * https://developers.cloudflare.com/workers/platform/limits/#worker-size
 */
export const CLOUDFLARE_GZIP_LIMIT = 10 * KB * KB;

/** Our own budget for the compressed worker with its wasm: a line of `npm run bench bytes`. A deployment only warns. */
export const GZIP_BUDGET = 450 * KB;

export const kilobytes = (bytes: number): string => `${(bytes / KB).toFixed(1)} KB`;

export function sizeProblems(bytes: number): string[] {
  if (bytes <= CLOUDFLARE_GZIP_LIMIT) return [];
  return [
    `The worker is ${kilobytes(bytes)} gzip. Cloudflare takes at most ${kilobytes(CLOUDFLARE_GZIP_LIMIT)}.`,
  ];
}

/** What to tell the operator of a worker that can be deployed but is over our budget; null within it. */
export function sizeWarning(bytes: number): string | null {
  if (bytes <= GZIP_BUDGET) return null;
  return `The worker is ${kilobytes(bytes)} gzip, over the budget of ${kilobytes(GZIP_BUDGET)}.`;
}

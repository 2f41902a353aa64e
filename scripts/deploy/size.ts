/** Of 1,024 bytes, as everywhere where the site is measured. */
const KB = 1024;

/** What a worker may weigh compressed, with its wasm: the renderer and the rest together. */
export const MOST_GZIP_BYTES = 350 * KB;

export const kilobytes = (bytes: number): string => `${(bytes / KB).toFixed(1)} KB`;

export function sizeProblems(bytes: number): string[] {
  if (bytes <= MOST_GZIP_BYTES) return [];
  return [`The worker weighs ${kilobytes(bytes)} gzip; the limit is ${kilobytes(MOST_GZIP_BYTES)}.`];
}

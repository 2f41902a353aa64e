/** What a worker may weigh compressed, with its wasm: the renderer and the rest together. */
export const MOST_GZIP_BYTES = 350_000;

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

export function sizeProblems(bytes: number): string[] {
  if (bytes <= MOST_GZIP_BYTES) return [];
  return [`The worker weighs ${kilobytes(bytes)} gzip; the limit is ${kilobytes(MOST_GZIP_BYTES)}.`];
}

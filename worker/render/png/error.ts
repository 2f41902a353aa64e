/** What is wrong with a PNG, in words for the person who uploaded it. */
export class PngError extends Error {
  override name = "PngError";
}

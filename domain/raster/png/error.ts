/** An error in an uploaded PNG. The message is shown to the user. */
export class PngError extends Error {
  override name = "PngError";
}

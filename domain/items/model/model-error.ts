/** An error in an uploaded model file. The message is shown to the user. */
export class ModelError extends Error {
  override name = "ModelError";
}

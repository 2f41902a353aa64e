/** What is wrong with somebody's model file; the message is for them. */
export class ModelError extends Error {
  override name = "ModelError";
}

import { reportError } from "./report-error.ts";

/** Waits for something in an effect. Returns the effect's cleanup: after it, nothing is called anymore. */
export function waitFor<T>(
  promise: Promise<T>,
  onDone: (value: T) => void,
  onFail: (error: unknown) => void = reportError,
): () => void {
  let isOver = false;
  promise.then(
    (value) => isOver || onDone(value),
    (error: unknown) => isOver || onFail(error),
  );
  return () => {
    isOver = true;
  };
}

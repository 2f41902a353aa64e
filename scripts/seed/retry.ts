const TRIES = 5;

/** How Node and undici call a lost connection. */
const LOST = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"];

/** Whether an error or one of its causes has this code. */
export const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error &&
  ((error as NodeJS.ErrnoException).code === code || hasErrorCode(error.cause, code));

/**
 * Repeats an idempotent write whose connection was lost. While this process computes for seconds, the runtime closes
 * idle connections, and the next write may go into one of them.
 */
export async function retry<T>(write: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await write();
    } catch (error) {
      if (tried === TRIES || !LOST.some((code) => hasErrorCode(error, code))) throw error;
    }
  }
}

const MAX_ATTEMPTS = 5;

/** Error codes of Node and undici for a lost connection. */
const LOST_CONNECTION = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"];

/** Whether an error or any of its causes has this code. */
export const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error &&
  ((error as NodeJS.ErrnoException).code === code || hasErrorCode(error.cause, code));

/**
 * Retries an idempotent write when its connection is lost. While this process computes for seconds, the runtime closes
 * idle connections, and the next write may use one of them.
 */
export async function retry<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !LOST_CONNECTION.some((code) => hasErrorCode(error, code))) throw error;
    }
  }
}

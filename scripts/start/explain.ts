import { Problem } from "../deploy/problem.ts";
import { hasErrorCode } from "../seed/retry.ts";

const FULL = /no space left on device|database or disk is full/i;

/** The message for a failed start: one sentence if the operator can fix it, otherwise the full stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Problem) return error.message;
  if (hasErrorCode(error, "ENOSPC") || FULL.test(error.message))
    return "There's no disk space left. Free some and start again.";
  if (hasErrorCode(error, "EACCES") || hasErrorCode(error, "EROFS"))
    return `You can't write there: ${error.message}`;
  if (hasErrorCode(error, "ERR_ADDRESS_IN_USE"))
    return "Another program just took the port. Choose another: PORT=8797 npm start";
  return error.stack ?? error.message;
}

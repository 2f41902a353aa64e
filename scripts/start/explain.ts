import { hasErrorCode } from "../seed/retry.ts";

const FULL = /no space left on device|database or disk is full/i;

/** What an operator reads when a start fails: one sentence where they can fix it, else everything that is known. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (hasErrorCode(error, "ENOSPC") || FULL.test(error.message))
    return "There is no disk space left. Free some and start again.";
  if (hasErrorCode(error, "EACCES") || hasErrorCode(error, "EROFS"))
    return `This user may not write there: ${error.message}`;
  if (hasErrorCode(error, "ERR_ADDRESS_IN_USE"))
    return "Another program took the port in the meantime. Choose another with PORT=8797 npm start.";
  return error.stack ?? error.message;
}

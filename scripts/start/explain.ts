import { Problem } from "../deploy/problem.ts";
import { hasErrorCode } from "../seed/retry.ts";

const FULL = /no space left on device|database or disk is full/i;
/** SQLite's words for a file that isn't a database, or no longer a whole one. */
const DAMAGED = /file is not a database|database disk image is malformed|SQLITE_(?:NOTADB|CORRUPT)/i;

/** The message for a command that failed: a sentence if the operator can fix it, otherwise the full stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Problem) return error.message;
  const has = (...codes: string[]) => codes.some((code) => hasErrorCode(error, code));
  if (has("ENOSPC") || FULL.test(error.message))
    return "There's no disk space left. Free some and start again.";
  if (has("EACCES", "EPERM", "EROFS")) return `You can't write there: ${error.message}`;
  if (has("ENOTDIR", "EEXIST", "EISDIR"))
    return `A file is where a folder should be, or the other way round: ${error.message}`;
  if (has("ERR_ADDRESS_IN_USE"))
    return "Another program just took the port. Choose another: PORT=8797 npm start";
  if ((error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS")) return `✗ ${error.message}`;
  if (DAMAGED.test(error.message))
    return `A database is damaged: ${error.message}. Restore a backup into an empty folder (docs/self-hosting.md, Back up and restore).`;
  return error.stack ?? error.message;
}

/** Runs a command. An error ends it with the exit code 1 and a message. */
export async function runCommand(command: () => Promise<void> | void): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

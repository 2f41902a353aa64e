/** Visible characters of an email address's local part (spec 3 §9). */
const VISIBLE_CHARACTERS = 2;

const stars = (characters: readonly string[]) =>
  characters.map((character) => (character === "." ? character : "*")).join("");

/** Masks an email address for screens that others see: keeps 2 characters of the local part, hides at least 1. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const local = Array.from(email.slice(0, at));
  const shown = Math.max(0, Math.min(VISIBLE_CHARACTERS, local.length - 1));
  const hidden = "*".repeat(local.length - shown);
  return `${local.slice(0, shown).join("")}${hidden}@${stars(Array.from(email.slice(at + 1)))}`;
}

/** Whether the typed text is the username of the account to delete. */
export const matchesUsername = (typed: string, username: string): boolean =>
  typed.trim().toLowerCase() === username.toLowerCase();

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** How long a link can undo a change of email address. Meanwhile no other account can use the old one. */
export const EMAIL_REVERT_TTL_MS = 7 * DAY;

/** How long an export can be downloaded, and how long until the next one can be started. */
export const EXPORT_TTL_MS = 7 * DAY;
export const EXPORT_INTERVAL_MS = DAY;
/** An export that isn't ready after this time has failed. */
export const EXPORT_TIMEOUT_MS = 2 * HOUR;

type ExportState = "waiting" | "ready" | "failed";

/** The current state of an export. */
export const exportState = (row: { state: ExportState; created_at: number }, now: number): ExportState =>
  row.state === "waiting" && row.created_at < now - EXPORT_TIMEOUT_MS ? "failed" : row.state;

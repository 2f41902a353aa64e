/** How many characters of an address's local part are shown to its owner (spec 3 §9). */
const SHOWN = 2;

const stars = (characters: readonly string[]) => characters.map((one) => (one === "." ? one : "*")).join("");

/**
 * An e-mail address that may be read over its owner's shoulder: masked but for the first two characters of its local part,
 * of which at least one is always hidden.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const local = Array.from(email.slice(0, at));
  const shown = Math.max(0, Math.min(SHOWN, local.length - 1));
  const hidden = "*".repeat(local.length - shown);
  return `${local.slice(0, shown).join("")}${hidden}@${stars(Array.from(email.slice(at + 1)))}`;
}

/** Whether what was typed names the account that is to be deleted. */
export const namesAccount = (typed: string, username: string): boolean =>
  typed.trim().toLowerCase() === username.toLowerCase();

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** For how long a link takes a change of e-mail address back, and keeps the old one from everybody else. */
export const REVERT_LIFE = 7 * DAY;

/** For how long a package of somebody's data can be fetched, and how long until the next may be asked for. */
export const EXPORT_LIFE = 7 * DAY;
export const EXPORT_PAUSE = DAY;
/** A package that was not made within this time won't be made any more. */
export const EXPORT_PATIENCE = 2 * HOUR;

type ExportState = "waiting" | "ready" | "failed";

/** What became of a package by now. */
export const exportState = (row: { state: ExportState; created_at: number }, now: number): ExportState =>
  row.state === "waiting" && row.created_at < now - EXPORT_PATIENCE ? "failed" : row.state;

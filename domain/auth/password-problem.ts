import { SITE } from "../site.ts";

/** The owner of a password, as far as known. */
export interface PasswordOwner {
  username: string;
  email: string;
}

const ROWS = ["abcdefghijklmnopqrstuvwxyz", "1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** Every pair of adjacent keys or letters, in both directions. */
const ADJACENT_KEYS = new Set(
  ROWS.flatMap((row) => [...row].slice(1).flatMap((key, i) => [`${row[i]}${key}`, `${key}${row[i]}`])),
);

const BLOCK_LENGTH = 4;
/** Characters that a password needs besides a name that others know. */
const MIN_REST = 4;
/** Shorter names are part of many words. */
const MIN_NAME_LENGTH = 3;
/** Shortest word to look up without the digits at a password's end. */
const MIN_WORD_LENGTH = 6;

const normalize = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function isMostly(password: string, name: string): boolean {
  const normalizedName = normalize(name);
  if (normalizedName.length < MIN_NAME_LENGTH) return false;
  const text = normalize(password);
  return text.includes(normalizedName) && text.replaceAll(normalizedName, "").length < MIN_REST;
}

function isRepeated(text: string): boolean {
  for (let length = 1; length <= BLOCK_LENGTH; length++)
    if (text === text.slice(0, length).repeat(text.length).slice(0, text.length)) return true;
  return false;
}

/** Whether a text is made of sequences like "12345678", "abcd4321" or "qwertyui". */
function isRun(text: string): boolean {
  let runs = 1;
  for (let i = 1; i < text.length; i++) if (!ADJACENT_KEYS.has(text.slice(i - 1, i + 1))) runs++;
  return runs <= text.length / BLOCK_LENGTH;
}

/** The error of a new password that is easy to guess from its owner's data or the keyboard, or null. */
export function passwordProblem(password: string, { username, email }: PasswordOwner): string | null {
  const text = password.toLowerCase();
  if (isMostly(password, username)) return "Password must be more than your username.";
  if (isMostly(password, email.split("@")[0] ?? "") || isMostly(password, email))
    return "Password must be more than your email address.";
  if (isMostly(password, SITE.name)) return `Password must be more than the name ${SITE.name}.`;
  if (isRepeated(text)) return "Password must be more than the same characters over and over.";
  if (isRun(text)) return "Password must be more than letters or keys in a row.";
  return null;
}

/** The forms to look up in a list of leaked passwords: itself, and without trailing digits and "!". */
export function breachLookupForms(password: string): string[] {
  const text = password.toLowerCase();
  const word = text.replace(/[\d!]+$/, "");
  return word === text || word.length < MIN_WORD_LENGTH ? [text] : [text, word];
}

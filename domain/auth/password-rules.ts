import { SITE } from "../site.ts";

/** Whom a password is for, as far as it is known. */
export interface PasswordOwner {
  username: string;
  email: string;
}

const ROWS = ["abcdefghijklmnopqrstuvwxyz", "1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** Every two keys or letters that follow each other, in either direction. */
const NEIGHBOURS = new Set(
  ROWS.flatMap((row) => [...row].slice(1).flatMap((key, i) => [`${row[i]}${key}`, `${key}${row[i]}`])),
);

/** A repeated block is at most this long, a run at least. */
const BLOCK = 4;
/** What a password must have besides a name that others know. */
const REST = 4;
/** A shorter name is part of many words. */
const SHORTEST_NAME = 3;
/** What stands before the digits at a password's end counts as a word from this length on. */
const SHORTEST_WORD = 6;

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether hardly anything is left of a password without a name. */
function isMostly(password: string, name: string): boolean {
  const wanted = plain(name);
  if (wanted.length < SHORTEST_NAME) return false;
  const text = plain(password);
  return text.includes(wanted) && text.replaceAll(wanted, "").length < REST;
}

/** One character or a short block over and over. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= BLOCK; length++)
    if (text === text.slice(0, length).repeat(text.length).slice(0, text.length)) return true;
  return false;
}

/** Letters or keys in their order, as "12345678", "abcd4321" or "qwertyui". */
function isRun(text: string): boolean {
  let runs = 1;
  for (let i = 1; i < text.length; i++) if (!NEIGHBOURS.has(text.slice(i - 1, i + 1))) runs++;
  return runs <= text.length / BLOCK;
}

/** Why a new password would be guessed early by whoever knows its owner or keyboards, as a sentence; null where it is not. */
export function passwordProblem(password: string, { username, email }: PasswordOwner): string | null {
  const text = password.toLowerCase();
  if (isMostly(password, username)) return "Password must be more than your username.";
  if (isMostly(password, email.split("@")[0] ?? "") || isMostly(password, email))
    return "Password must be more than your e-mail address.";
  if (isMostly(password, SITE.name)) return `Password must be more than the name ${SITE.name}.`;
  if (isRepeated(text)) return "Password must be more than the same characters over and over.";
  if (isRun(text)) return "Password must be more than letters or keys in their order.";
  return null;
}

/** The words that a list of known passwords is asked for: it itself, and what it is without digits and ! at its end. */
export function knownForms(password: string): string[] {
  const text = password.toLowerCase();
  const word = text.replace(/[\d!]+$/, "");
  return word === text || word.length < SHORTEST_WORD ? [text] : [text, word];
}

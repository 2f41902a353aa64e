import * as z from "zod/mini";
import { countCharacters } from "../limits.ts";
import { safeText } from "./safe-text.ts";

/** Field schemas with readable errors. `label` is the field's name on the screen. Text is trimmed. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: rejecting control characters is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
/** A visible character: not white space, not zero-width, not the empty braille cell. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;
const LINE_BREAK = /[\n\r\t]/;
/** Allows combining marks on a grapheme, but not a tower of them. */
const CODE_UNITS_PER_CHARACTER = 12;

export interface TextRule {
  min?: number;
  max: number;
  multiline?: boolean;
  /** Removes nothing but white space around it, because a changed text would be another one: email addresses. */
  asTyped?: boolean;
  /** The error for empty text instead of "… is required." */
  empty?: string;
}

/** The error of a trimmed text, or null if it is valid. */
export function textProblem(
  label: string,
  value: string,
  { min = 1, max, multiline, empty = `${label} is required.` }: TextRule,
): string | null {
  if (!value.isWellFormed() || value.includes("\ufffd"))
    return `${label} has a broken character. Type it again.`;
  if (CONTROL.test(value)) return `${label} has a character that can't be shown. Remove it.`;
  if (!multiline && LINE_BREAK.test(value)) return `${label} must be a single line.`;
  if (value.length > max * CODE_UNITS_PER_CHARACTER) return `${label} must be at most ${max} characters.`;
  if (min > 0 && !VISIBLE.test(value)) return empty;
  const length = countCharacters(value);
  if (length > max) return `${label} must be at most ${max} characters.`;
  if (length < min) {
    return length === 0 ? empty : `${label} must be at least ${min} characters.`;
  }
  return null;
}

/** Text as it is stored: trimmed, `\r\n` as `\n`, and without what disturbs the text around it. */
export const cleanText = (value: string): string => safeText(value.replace(/\r\n?/g, "\n")).trim();

/** Trimmed text of `min` (default 1) to `max` graphemes. */
/* @__NO_SIDE_EFFECTS__ */
export function text(label: string, rule: TextRule) {
  return z.pipe(
    z.pipe(
      z.string({
        error: (issue) =>
          issue.input === undefined ? (rule.empty ?? `${label} is required.`) : `${label} must be text.`,
      }),
      z.transform(rule.asTyped ? (value: string) => value.trim() : cleanText),
    ),
    z.string().check((context) => {
      const problem = textProblem(label, context.value, rule);
      if (problem) context.issues.push({ code: "custom", message: problem, input: context.value });
    }),
  );
}

export const anyText = (label: string, max: number) =>
  z
    .string({ error: `${label} is required.` })
    .check(z.minLength(1, `${label} is required.`), z.maxLength(max, `${label} is too long.`));

/** A whole number. Accepts digits as text, because queries and forms have nothing else. */
/* @__NO_SIDE_EFFECTS__ */
export function wholeNumber(label: string, { min, max }: { min: number; max: number }) {
  const message = `${label} must be a whole number from ${min} to ${max}.`;
  return z.pipe(
    z.transform((value: unknown) =>
      typeof value === "string" && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value,
    ),
    z.number({ error: message }).check(z.refine((n) => Number.isInteger(n) && n >= min && n <= max, message)),
  );
}

/* @__NO_SIDE_EFFECTS__ */
export function flag(label: string) {
  return z.pipe(
    z.transform((value: unknown) => {
      if (value === "1" || value === "true" || value === "on" || value === 1) return true;
      if (value === "0" || value === "false" || value === "off" || value === "" || value === 0) return false;
      return value;
    }),
    z.boolean({ error: `${label} must be yes or no.` }),
  );
}

/* @__NO_SIDE_EFFECTS__ */
export function uploadedFile(label: string) {
  return z.custom<File>((value) => value instanceof File, { error: `${label} must be a file.` });
}

/** A color of 6 hex digits, with or without '#'. Stored in upper case without it. */
/* @__NO_SIDE_EFFECTS__ */
export function hexColor(label: string) {
  const message = `${label} must be 6 hex digits.`;
  return z.pipe(
    z.pipe(
      z.string({ error: message }),
      z.transform((value: string) => value.trim().replace(/^#/, "").toUpperCase()),
    ),
    z.string().check(z.regex(/^[0-9A-F]{6}$/, message)),
  );
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const T extends readonly [string, ...string[]]>(label: string, values: T) {
  return z.enum(values, {
    error: `${label} must be one of: ${values.map((value) => value || "(empty)").join(", ")}.`,
  });
}

/** An id the client gives to a request, so a retry is recognized as the same request. */
export const clientId = z
  .string({ error: "Client id must be text." })
  .check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, "Client id must be 8 to 64 letters, digits, - or _."));

export const pageNumber = z._default(wholeNumber("Page", { min: 1, max: 1_000_000 }), 1);

export const searchQuery = z._default(
  z.pipe(
    z.string({ error: "Search must be text." }),
    z.transform((value: string) => value.toWellFormed().slice(0, 400).trim()),
  ),
  "",
);

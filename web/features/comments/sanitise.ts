import type DOMPurify from "dompurify";

/**
 * Whether a text can hold markup at all. Without a `<` the sanitiser returns what it is given, so for
 * nearly every comment it need not even be fetched.
 */
export const mayHaveMarkup = (text: string): boolean => text.includes("<");

/** Typed entities stay as typed, and a `<` that opens no tag ("a < b", "<3") is text. */
export const escapeLoose = (text: string): string =>
  text.replaceAll("&", "&amp;").replace(/<(?![a-z/!?][^<>]*>)/gi, "&lt;");

/** Tags go anyway; with their handlers on them a browser would tell of each, although none can run. */
const withoutAttributes = (text: string): string => text.replace(/<([a-z][^\s/<>]*)[^<>]*>/gi, "<$1>");

/** The text without its tags, and without what scripts and styles hold. */
export function sanitise(purifier: typeof DOMPurify, text: string): string {
  const fragment = purifier.sanitize(withoutAttributes(escapeLoose(text)), {
    ALLOWED_TAGS: [],
    ALLOWED_ATTR: [],
    RETURN_DOM_FRAGMENT: true,
  });
  return (fragment.textContent ?? "").trim();
}

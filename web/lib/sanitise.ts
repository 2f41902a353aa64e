import type DOMPurify from "dompurify";

/**
 * Whether a text can hold markup at all. Without a `<` the sanitiser returns what it is given, so for
 * nearly every text it need not even be fetched.
 */
export const mayHaveMarkup = (text: string): boolean => text.includes("<");

/** Typed entities stay as typed, and a `<` that opens no tag ("a < b", "<3") is text. */
export const escapeLoose = (text: string): string =>
  text.replaceAll("&", "&amp;").replace(/<(?![a-z/!?][^<>]*>)/gi, "&lt;");

/**
 * Tags go anyway. With their handlers on them a browser would complain of each, although none can run; and of style
 * sheets, while it never even reads the scripts of a document without a window.
 */
const withoutComplaints = (text: string): string =>
  text.replace(/<(\/?)([a-z][^\s/<>]*)[^<>]*>/gi, (_, slash: string, name: string) =>
    name.toLowerCase() === "style" ? `<${slash}script>` : `<${slash}${name}>`,
  );

/** The text without its tags, and without what scripts and styles hold. */
export function sanitise(purifier: typeof DOMPurify, text: string): string {
  const fragment = purifier.sanitize(withoutComplaints(escapeLoose(text)), {
    ALLOWED_TAGS: [],
    ALLOWED_ATTR: [],
    RETURN_DOM_FRAGMENT: true,
  });
  return (fragment.textContent ?? "").trim();
}

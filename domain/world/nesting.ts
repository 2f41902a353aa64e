const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;

/**
 * Whether JSON text nests lists and objects deeper than `limit`. Runs before `JSON.parse`, because a parser's cost and stack
 * grow with depth, and stops at the first bracket too many. Works on UTF-8 bytes as well as text: no byte of a multibyte
 * character looks like a bracket or a quote.
 */
export function nestingExceeds(source: Uint8Array | string, limit: number): boolean {
  const bytes = typeof source === "string" ? null : source;
  const text = typeof source === "string" ? source : "";
  let depth = 0;
  let inString = false;
  for (let i = 0; i < source.length; i++) {
    const code = bytes ? bytes[i] : text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > limit) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return false;
}

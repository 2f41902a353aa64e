const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;

/**
 * Whether JSON text opens more than `limit` lists and objects inside each other. It looks before `JSON.parse`
 * does, because a parser's cost and stack grow with depth; the answer comes at the first bracket too many.
 * Bytes of UTF-8 serve as well as text: no byte of a longer character looks like a bracket or a quote.
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

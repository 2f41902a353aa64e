export const encodeText = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Concatenates byte arrays. */
export function concatBytes(...parts: (Uint8Array | readonly number[])[]): Uint8Array {
  const all = parts.map((part) => Uint8Array.from(part));
  const result = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

export const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** The bytes one after the other. */
export function join(...parts: (Uint8Array | readonly number[])[]): Uint8Array {
  const all = parts.map((part) => Uint8Array.from(part));
  const joined = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

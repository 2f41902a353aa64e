/** Width and height that a JPEG's frame header claims, without decoding; null when there is none to find. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    // Start-of-frame markers are C0 to CF but for C4 (tables), C8 (reserved) and CC (arithmetic tables).
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const height = view.getUint16(at + 5);
      const width = view.getUint16(at + 7);
      return width && height ? { width, height } : null;
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** The CRC-32 of zip files. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}

/** Reads a zip with uncompressed entries, and verifies their checksums. */
export function unzip(bytes: Uint8Array<ArrayBuffer>): Record<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [half, word] = [(at: number) => view.getUint16(at, true), (at: number) => view.getUint32(at, true)];
  const text = (from: number, length: number) =>
    new TextDecoder().decode(bytes.subarray(from, from + length));
  const end = view.byteLength - 22;
  if (word(end) !== END) throw new Error("This isn't a zip file.");
  const files: Record<string, string> = {};
  let at = word(end + 16);
  for (let remaining = half(end + 10); remaining > 0; remaining--) {
    if (word(at) !== ENTRY) throw new Error("An entry is in the wrong place.");
    const name = text(at + 46, half(at + 28));
    const local = word(at + 42);
    if (word(local) !== LOCAL) throw new Error(`${name} is in the wrong place.`);
    const from = local + 30 + half(local + 26) + half(local + 28);
    const size = word(at + 20);
    if (crc32(bytes.subarray(from, from + size)) !== word(at + 16))
      throw new Error(`${name} has the wrong checksum.`);
    if (name in files) throw new Error(`${name} is duplicated.`);
    files[name] = text(from, size);
    at += 46 + half(at + 28) + half(at + 30) + half(at + 32);
  }
  return files;
}

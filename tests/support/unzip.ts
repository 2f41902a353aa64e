const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** CRC-32 as zips have it. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}

/** The files of a zip whose entries are stored as they are, each held against its checksum. */
export function unzip(bytes: Uint8Array<ArrayBuffer>): Record<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [half, word] = [(at: number) => view.getUint16(at, true), (at: number) => view.getUint32(at, true)];
  const text = (from: number, length: number) =>
    new TextDecoder().decode(bytes.subarray(from, from + length));
  const end = view.byteLength - 22;
  if (word(end) !== END) throw new Error("this is no zip");
  const files: Record<string, string> = {};
  let at = word(end + 16);
  for (let left = half(end + 10); left > 0; left--) {
    if (word(at) !== ENTRY) throw new Error("an entry is not where it should be");
    const name = text(at + 46, half(at + 28));
    const local = word(at + 42);
    if (word(local) !== LOCAL) throw new Error(`${name} is not where it should be`);
    const from = local + 30 + half(local + 26) + half(local + 28);
    const size = word(at + 20);
    if (crc32(bytes.subarray(from, from + size)) !== word(at + 16)) throw new Error(`${name} is broken`);
    if (name in files) throw new Error(`${name} is there twice`);
    files[name] = text(from, size);
    at += 46 + half(at + 28) + half(at + 30) + half(at + 32);
  }
  return files;
}

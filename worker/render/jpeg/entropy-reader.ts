export class JpegError extends Error {}

/** A Huffman table for decoding: the code's length and its byte for each 16 bits that begin with the code. */
export type HuffmanTable = Uint16Array;

/** Makes a table from the number of codes per length, and their bytes, shortest code first. */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const table = new Uint16Array(65_536);
  let at = 0;
  let next = 0;
  for (let length = 1; length <= 16; length++)
    for (let i = counts[length - 1] as number; i > 0; i--) {
      const end = at + (65_536 >> length);
      table.fill((length << 8) | (symbols[next++] as number), at, end);
      at = end;
    }
  return table;
}

/** Reads the bits of a scan. After its last byte come zeros, so a picture that ends too early is gray from there on. */
export class EntropyReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #bits = 0;
  #count = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Where the next marker can be searched from. */
  get position(): number {
    return this.#at;
  }

  /** Reads up to 16 bits as a number. */
  take(count: number): number {
    if (this.#count < count) this.#fill();
    this.#count -= count;
    return (this.#bits >> this.#count) & ((1 << count) - 1);
  }

  /** Reads a number of this many bits; of those that begin with 0, the complement is negative. */
  signed(count: number): number {
    if (count === 0) return 0;
    if (count > 15) throw new JpegError("The JPEG has a number that is too large.");
    const value = this.take(count);
    return value >> (count - 1) === 0 ? value - (1 << count) + 1 : value;
  }

  /** Reads a code and returns its byte. */
  symbol(table: HuffmanTable): number {
    if (this.#count < 16) this.#fill();
    const entry = table[(this.#bits >> (this.#count - 16)) & 0xffff] as number;
    if (entry === 0) throw new JpegError("The JPEG has a code that isn't in its table.");
    this.#count -= entry >> 8;
    return entry & 0xff;
  }

  /** Continues after the next restart marker. */
  restart(): void {
    this.#count = 0;
    const marker = this.#bytes.indexOf(0xff, this.#at);
    const kind = this.#bytes[marker + 1] ?? 0;
    if (marker >= 0 && kind >= 0xd0 && kind <= 0xd7) this.#at = marker + 2;
  }

  /** Makes at least 17 bits available. A byte of ones in the data is followed by a zero, otherwise it begins a marker. */
  #fill(): void {
    while (this.#count <= 16) {
      const byte = this.#bytes[this.#at] ?? 0;
      const isMarker = byte === 0xff && this.#bytes[this.#at + 1] !== 0;
      if (!isMarker) this.#at += byte === 0xff ? 2 : 1;
      this.#bits = (this.#bits << 8) | (isMarker ? 0 : byte);
      this.#count += 8;
    }
  }
}

import { ZIGZAG } from "./blocks.ts";
import { type EntropyReader, type HuffmanTable, JpegError } from "./entropy-reader.ts";

/** A component's frequencies: blocks of 64 in rows, as many as whole units need. */
export interface JpegComponent {
  /** Samples in a unit, across and down. */
  across: number;
  down: number;
  /** Blocks with a part of the picture, across and down. */
  columns: number;
  rows: number;
  /** Blocks in a stored row. */
  stride: number;
  blocks: Int16Array;
}

/** A component of a scan with its tables. */
export interface ScanPart {
  component: JpegComponent;
  mean?: HuffmanTable | undefined;
  detail?: HuffmanTable | undefined;
}

/** A scan's range of frequencies, and the lowest bit it has; `refines` if earlier scans had the bits above. */
export interface Scan {
  parts: readonly ScanPart[];
  isProgressive: boolean;
  first: number;
  last: number;
  bit: number;
  refines: boolean;
  /** Units between two restart markers; 0 without them. */
  restartInterval: number;
}

/** Adds a scan's bits to the frequencies of its components. */
export function decodeScan(reader: EntropyReader, scan: Scan, unitsAcross: number, unitsDown: number): void {
  const decoders = scan.parts.map((part) => new BlockDecoder(reader, scan, part));
  const [only] = decoders.length === 1 ? decoders : [];
  const across = only ? only.component.columns : unitsAcross;
  const total = across * (only ? only.component.rows : unitsDown);
  for (let unit = 0; unit < total; unit++) {
    if (scan.restartInterval && unit && unit % scan.restartInterval === 0) {
      reader.restart();
      for (const decoder of decoders) decoder.restart();
    }
    const [column, row] = [unit % across, Math.floor(unit / across)];
    if (only) only.decode(column, row);
    else for (const decoder of decoders) decoder.decodeUnit(column, row);
  }
}

class BlockDecoder {
  readonly component: JpegComponent;
  readonly #reader: EntropyReader;
  readonly #scan: Scan;
  readonly #mean: HuffmanTable | undefined;
  readonly #detail: HuffmanTable | undefined;
  #lastMean = 0;
  /** Blocks from this one on that have nothing more in this scan. */
  #ended = 0;

  constructor(reader: EntropyReader, scan: Scan, { component, mean, detail }: ScanPart) {
    this.component = component;
    this.#reader = reader;
    this.#scan = scan;
    this.#mean = mean;
    this.#detail = detail;
  }

  restart(): void {
    this.#lastMean = 0;
    this.#ended = 0;
  }

  /** Decodes a unit of a scan with several components. */
  decodeUnit(column: number, row: number): void {
    const { across, down } = this.component;
    for (let y = 0; y < down; y++)
      for (let x = 0; x < across; x++) this.decode(column * across + x, row * down + y);
  }

  decode(column: number, row: number): void {
    const { isProgressive, first, refines } = this.#scan;
    const at = (row * this.component.stride + column) * 64;
    if (!isProgressive) {
      this.#readMean(at);
      this.#readDetails(at, 1);
    } else if (first > 0) {
      if (refines) this.#refineDetails(at);
      else this.#readDetails(at, first);
    } else if (refines) this.#refineMean(at);
    else this.#readMean(at);
  }

  #readMean(at: number): void {
    this.#lastMean += this.#reader.signed(this.#reader.symbol(present(this.#mean)));
    this.component.blocks[at] = this.#lastMean << this.#scan.bit;
  }

  #refineMean(at: number): void {
    const { blocks } = this.component;
    blocks[at] = (blocks[at] as number) | (this.#reader.take(1) << this.#scan.bit);
  }

  #readDetails(at: number, first: number): void {
    if (this.#ended > 0) {
      this.#ended--;
      return;
    }
    const table = present(this.#detail);
    const { last, bit } = this.#scan;
    for (let k = first; k <= last; k++) {
      const symbol = this.#reader.symbol(table);
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && zeros < 15) {
        this.#ended = (1 << zeros) - 1 + this.#reader.take(zeros);
        return;
      }
      k += zeros;
      if (size) this.component.blocks[at + (ZIGZAG[k & 63] as number)] = this.#reader.signed(size) << bit;
    }
  }

  #refineDetails(at: number): void {
    const { blocks } = this.component;
    const { first, last, bit } = this.#scan;
    let k = first;
    while (k <= last && this.#ended === 0) {
      const symbol = this.#reader.symbol(present(this.#detail));
      let zeros = symbol >> 4;
      let value = 0;
      if (symbol & 15) value = this.#reader.take(1) ? 1 << bit : -1 << bit;
      else if (zeros < 15) {
        this.#ended = (1 << zeros) + this.#reader.take(zeros);
        break;
      }
      for (; k <= last; k++) {
        const place = at + (ZIGZAG[k] as number);
        if (blocks[place] !== 0) this.#refine(place);
        else if (zeros-- === 0) {
          blocks[place] = value;
          k++;
          break;
        }
      }
    }
    if (this.#ended === 0) return;
    for (; k <= last; k++) {
      const place = at + (ZIGZAG[k] as number);
      if (blocks[place] !== 0) this.#refine(place);
    }
    this.#ended--;
  }

  /** Reads the next bit of a frequency that isn't 0. */
  #refine(place: number): void {
    const value = this.component.blocks[place] as number;
    if (this.#reader.take(1))
      this.component.blocks[place] = value + (value < 0 ? -1 << this.#scan.bit : 1 << this.#scan.bit);
  }
}

function present(table: HuffmanTable | undefined): HuffmanTable {
  if (!table) throw new JpegError("The JPEG lacks a table.");
  return table;
}

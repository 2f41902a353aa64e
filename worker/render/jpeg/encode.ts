import type { Picture } from "../png.ts";
import { type Blend, toBlocks, ZIGZAG } from "./blocks.ts";
import { huffmanCodes } from "./huffman-codes.ts";
import { bitSize, countSymbols, extraBits, SIXTEEN_ZEROS, tokensOf } from "./tokens.ts";

/** Bits per squared quantization step of error. Measured: lower looks worse at the same size. */
const ERROR_WEIGHT = 14;
/** The assumed cost of an unused symbol in bits. */
const UNKNOWN = 14;

/** Costs in bits of a component's symbols, and of a block's end. */
interface Prices {
  symbol: number[];
  end: number;
}

/** Quantizes all frequencies, dropping details that cost more bits than they are worth. */
function trellisQuantize(exact: Float32Array): Int16Array {
  const blocks = new Int16Array(exact.length);
  for (let i = 0; i < exact.length; i++) blocks[i] = Math.round(exact[i] as number);
  const prices = pricesOf(blocks);
  for (let at = 0; at < blocks.length; at += 64)
    quantizeBlock(exact.subarray(at, at + 64), blocks.subarray(at, at + 64), prices);
  return blocks;
}

function pricesOf(blocks: Int16Array): Prices {
  const tokens = tokensOf(blocks, 1, 63);
  const { lengths } = huffmanCodes(countSymbols(tokens));
  let bits = 0;
  let ends = 0;
  for (const token of tokens) {
    const symbol = token & 255;
    if (symbol & 15 || symbol === SIXTEEN_ZEROS) continue;
    bits += (lengths[symbol] as number) + extraBits(symbol);
    ends += (1 << extraBits(symbol)) + (token >> 8);
  }
  return { symbol: lengths.map((length) => length || UNKNOWN), end: bits / Math.max(1, ends) };
}

const leastCost = new Float64Array(64);
const zeroError = new Float64Array(65);
const from = new Uint8Array(64);
const value = new Uint16Array(64);

/** A block's cheapest encoding by the Viterbi algorithm: each frequency rounded or a step closer to 0. */
function quantizeBlock(exact: Float32Array, block: Int16Array, { symbol, end }: Prices): void {
  // zeroError[k]: the error of frequencies 1 to k − 1 where all of them are left out.
  for (let k = 1; k < 64; k++)
    zeroError[k + 1] = (zeroError[k] as number) + ERROR_WEIGHT * (exact[k] as number) ** 2;
  const coded = [0];
  for (let k = 1; k < 64; k++) {
    const rounded = Math.abs(block[k] as number);
    if (!rounded) continue;
    leastCost[k] = Infinity;
    for (let v = rounded; v && v >= rounded - 1; v--) {
      const size = bitSize(v);
      const own = size + ERROR_WEIGHT * (Math.abs(exact[k] as number) - v) ** 2 + (zeroError[k] as number);
      for (const before of coded) {
        const zeros = k - before - 1;
        const cost =
          (leastCost[before] as number) -
          (zeroError[before + 1] as number) +
          own +
          (zeros >> 4) * (symbol[SIXTEEN_ZEROS] as number) +
          (symbol[((zeros & 15) << 4) | size] as number);
        if (cost >= (leastCost[k] as number)) continue;
        leastCost[k] = cost;
        from[k] = before;
        value[k] = v;
      }
    }
    coded.push(k);
  }
  let last = 0;
  let best = Infinity;
  for (const k of coded) {
    const cost =
      (leastCost[k] as number) +
      (zeroError[64] as number) -
      (zeroError[k + 1] as number) +
      (k < 63 ? end : 0);
    if (cost < best) [best, last] = [cost, k];
  }
  for (let k = 63; k > 0; k--) {
    if (k !== last) block[k] = 0;
    else {
      block[k] = (value[k] as number) * Math.sign(exact[k] as number);
      last = from[k] as number;
    }
  }
}

/** Luma and chroma (JFIF 1.02). Horizontal subsampling is invisible; vertical would blur drawn edges. */
const COMPONENTS: readonly { blend: Blend; across: number; table: number }[] = [
  { blend: [0.299, 0.587, 0.114, -128], across: 1, table: 0 },
  { blend: [-0.168736, -0.331264, 0.5, 0], across: 2, table: 1 },
  { blend: [0.5, -0.418688, -0.081312, 0], across: 2, table: 1 },
];

/**
 * Quantization at quality 50, for luma and chroma: the step of the mean, and how much it grows with the square of the
 * frequency. Measured on drawn levels and photographs: 10% fewer bytes than ImageMagick's tables, which mozjpeg has, at equal
 * SSIM.
 */
const STEPS = [
  [18, 0.8],
  [20, 1],
] as const;

/** The scans of the progressive JPEG: component, first and last frequency. */
const SCANS = [
  [0, 0, 0],
  [1, 0, 0],
  [2, 0, 0],
  [0, 1, 8],
  [1, 1, 63],
  [2, 1, 63],
  [0, 9, 63],
] as const;

/** An opaque picture of up to 65,535 per side as a progressive JPEG (ITU-T T.81). `quality` 1 to 100. */
export function encodeJpeg(picture: Picture, quality: number): Uint8Array {
  const { width, height } = picture;
  const steps = STEPS.map(([mean, growth]) => stepTable(quality, mean, growth));
  const blocks = COMPONENTS.map(({ blend, across, table }) =>
    trellisQuantize(toBlocks(picture, blend, across, steps[table] as number[])),
  );
  const out = [0xff, 0xd8];
  const segment = (marker: number, ...bytes: number[]) =>
    out.push(0xff, marker, ...word(bytes.length + 2), ...bytes);
  segment(0xe0, ...[0x4a, 0x46, 0x49, 0x46, 0], 1, 2, 0, ...word(1), ...word(1), 0, 0);
  segment(0xdb, ...steps.flatMap((table, i) => [i, ...table]));
  const parts = COMPONENTS.flatMap(({ across, table }, i) => [i + 1, ((2 / across) << 4) | 1, table]);
  segment(0xc2, 8, ...word(height), ...word(width), COMPONENTS.length, ...parts);
  for (const [component, first, last] of SCANS) {
    const tokens = tokensOf(blocks[component] as Int16Array, first, last);
    const { symbols, lengths, codes } = huffmanCodes(countSymbols(tokens));
    const perLength = Array.from(
      { length: 16 },
      (_, i) => symbols.filter((symbol) => lengths[symbol] === i + 1).length,
    );
    segment(0xc4, first ? 0x10 : 0, ...perLength, ...symbols);
    segment(0xda, 1, component + 1, 0, first, last, 0);
    writeBits(out, tokens, lengths, codes);
  }
  out.push(0xff, 0xd9);
  return Uint8Array.from(out);
}

const word = (value: number) => [value >> 8, value & 255];

function stepTable(quality: number, mean: number, growth: number): number[] {
  const scale = quality < 50 ? 50 / quality : 2 - quality / 50;
  return ZIGZAG.map((at) => {
    const step = mean + growth * ((at & 7) ** 2 + (at >> 3) ** 2);
    return Math.min(255, Math.max(1, Math.round(step * scale)));
  });
}

function writeBits(
  out: number[],
  tokens: readonly number[],
  lengths: readonly number[],
  codes: readonly number[],
): void {
  let pending = 0;
  let count = 0;
  const put = (value: number, bits: number) => {
    pending = (pending << bits) | value;
    for (count += bits; count >= 8; ) {
      count -= 8;
      const byte = (pending >> count) & 255;
      out.push(byte);
      // A byte of ones has to be escaped, because it would start a marker.
      if (byte === 255) out.push(0);
    }
  };
  for (const token of tokens) {
    const symbol = token & 255;
    put(codes[symbol] as number, lengths[symbol] as number);
    put(token >> 8, extraBits(symbol));
  }
  // Fill the last byte with ones.
  if (count) put(255 >> count, 8 - count);
}

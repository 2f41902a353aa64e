import { huffmanCodes } from "./huffman-codes.ts";
import { bitSize, countSymbols, extraBits, SIXTEEN_ZEROS, tokensOf } from "./tokens.ts";

/**
 * The cost in bits of a squared quantization step of error. Measured: a lower weight gives smaller files that look worse at
 * the same size, a higher one keeps details that cost more than they show.
 */
const ERROR_WEIGHT = 14;
/** The assumed cost of an unused symbol in bits. */
const UNKNOWN = 14;

/** Costs in bits of a component's symbols, and of a block's end. */
interface Prices {
  symbol: number[];
  end: number;
}

/**
 * Quantizes the frequencies of all blocks: rounds them, and drops details that cost more bits than they are
 * worth.
 */
export function trellisQuantize(exact: Float32Array): Int16Array {
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

/**
 * Finds the cheapest encoding of a block, in bits and error, by the Viterbi algorithm: for every nonzero frequency, rounded
 * or a step closer to 0, it picks the best predecessor, with zeros in between.
 */
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

import { makeCodes } from "./huffman.ts";
import { bitsAfter, countSymbols, SIXTEEN_ZEROS, sizeOf, tokensOf } from "./tokens.ts";

/**
 * Bits that a squared step of error weighs. Measured: less makes smaller files that look worse at the same size, more
 * leaves details that cost more than they show.
 */
const ERROR_WEIGHT = 14;
/** What a symbol is thought to cost that has not come so far. */
const UNKNOWN = 14;

/** What telling a component costs: bits of each symbol, and of a block's end. */
interface Prices {
  symbol: number[];
  end: number;
}

/** The frequencies of all blocks as whole steps: rounded, but without what costs more bits than it is worth. */
export function thinOut(exact: Float32Array): Int16Array {
  const blocks = new Int16Array(exact.length);
  for (let i = 0; i < exact.length; i++) blocks[i] = Math.round(exact[i] as number);
  const prices = pricesOf(blocks);
  for (let at = 0; at < blocks.length; at += 64)
    thinBlock(exact.subarray(at, at + 64), blocks.subarray(at, at + 64), prices);
  return blocks;
}

function pricesOf(blocks: Int16Array): Prices {
  const tokens = tokensOf(blocks, 1, 63);
  const { lengths } = makeCodes(countSymbols(tokens));
  let bits = 0;
  let ends = 0;
  for (const token of tokens) {
    const symbol = token & 255;
    if (symbol & 15 || symbol === SIXTEEN_ZEROS) continue;
    bits += (lengths[symbol] as number) + bitsAfter(symbol);
    ends += (1 << bitsAfter(symbol)) + (token >> 8);
  }
  return { symbol: lengths.map((length) => length || UNKNOWN), end: bits / Math.max(1, ends) };
}

const least = new Float64Array(64);
const lost = new Float64Array(65);
const from = new Uint8Array(64);
const value = new Uint16Array(64);

/**
 * The cheapest way through a block, in bits and errors: for every frequency that may be told, as rounded or one step
 * nearer to nothing, the best one of those before it to come from, with zeros between them (Viterbi's algorithm).
 */
function thinBlock(exact: Float32Array, block: Int16Array, { symbol, end }: Prices): void {
  // lost[k]: the error of frequencies 1 to k − 1 where all of them are left out.
  for (let k = 1; k < 64; k++) lost[k + 1] = (lost[k] as number) + ERROR_WEIGHT * (exact[k] as number) ** 2;
  const told = [0];
  for (let k = 1; k < 64; k++) {
    const rounded = Math.abs(block[k] as number);
    if (!rounded) continue;
    least[k] = Infinity;
    for (let v = rounded; v && v >= rounded - 1; v--) {
      const size = sizeOf(v);
      const own = size + ERROR_WEIGHT * (Math.abs(exact[k] as number) - v) ** 2 + (lost[k] as number);
      for (const before of told) {
        const zeros = k - before - 1;
        const cost =
          (least[before] as number) -
          (lost[before + 1] as number) +
          own +
          (zeros >> 4) * (symbol[SIXTEEN_ZEROS] as number) +
          (symbol[((zeros & 15) << 4) | size] as number);
        if (cost >= (least[k] as number)) continue;
        least[k] = cost;
        from[k] = before;
        value[k] = v;
      }
    }
    told.push(k);
  }
  let last = 0;
  let best = Infinity;
  for (const k of told) {
    const cost = (least[k] as number) + (lost[64] as number) - (lost[k + 1] as number) + (k < 63 ? end : 0);
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

/** The symbol for a run of 16 zeros. */
export const SIXTEEN_ZEROS = 0xf0;
/** Longest run of ended blocks in a single token. */
const MAX_ENDED_BLOCKS = 32_767;

/** Bits of a value in addition to its code. */
export const bitSize = (value: number): number => 32 - Math.clz32(Math.abs(value));

/** Number of bits after a symbol: its lower half gives it for values, its upper half for ended blocks. */
export const extraBits = (symbol: number): number => symbol & 15 || (symbol >> 4) % 15;

/** The tokens of frequencies `first` to `last` of every block: the symbol, extra bits above. */
export function tokensOf(blocks: Int16Array, first: number, last: number): number[] {
  return first === 0 ? meanTokens(blocks) : detailTokens(blocks, first, last);
}

export function countSymbols(tokens: readonly number[]): number[] {
  const counts: number[] = Array(256).fill(0);
  for (const token of tokens) counts[token & 255] = (counts[token & 255] as number) + 1;
  return counts;
}

/** The token of a value after `zeros` zeros. Negative values are stored minus 1. */
function valueToken(zeros: number, value: number): number {
  const size = bitSize(value);
  return ((value < 0 ? value + (1 << size) - 1 : value) << 8) | (zeros << 4) | size;
}

function meanTokens(blocks: Int16Array): number[] {
  const tokens: number[] = [];
  for (let at = 0; at < blocks.length; at += 64)
    tokens.push(valueToken(0, (blocks[at] as number) - (at ? (blocks[at - 64] as number) : 0)));
  return tokens;
}

function detailTokens(blocks: Int16Array, first: number, last: number): number[] {
  const tokens: number[] = [];
  let ended = 0;
  const flushEnded = () => {
    if (!ended) return;
    const size = 31 - Math.clz32(ended);
    tokens.push(((ended - (1 << size)) << 8) | (size << 4));
    ended = 0;
  };
  for (let at = 0; at < blocks.length; at += 64) {
    let zeros = 0;
    for (let k = first; k <= last; k++) {
      const value = blocks[at + k] as number;
      if (value === 0) {
        zeros++;
        continue;
      }
      flushEnded();
      for (; zeros > 15; zeros -= 16) tokens.push(SIXTEEN_ZEROS);
      tokens.push(valueToken(zeros, value));
      zeros = 0;
    }
    if (zeros && ++ended === MAX_ENDED_BLOCKS) flushEnded();
  }
  flushEnded();
  return tokens;
}

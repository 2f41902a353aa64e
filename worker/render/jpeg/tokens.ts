/** A zero after which sixteen have been passed over. */
export const SIXTEEN_ZEROS = 0xf0;
/** As many blocks in a row as one token can say to be over. */
const MOST_ENDS = 32_767;

/** How many bits a value takes beside its code. */
export const sizeOf = (value: number): number => 32 - Math.clz32(Math.abs(value));

/** How many bits follow a symbol: its lower half says it for a value, its upper half for blocks that are over. */
export const bitsAfter = (symbol: number): number => symbol & 15 || (symbol >> 4) % 15;

/** What a scan tells of frequencies `first` to `last` of every block: symbols, with the bits that follow them above. */
export function tokensOf(blocks: Int16Array, first: number, last: number): number[] {
  return first === 0 ? tokensOfMeans(blocks) : tokensOfDetail(blocks, first, last);
}

/** How often each symbol comes. */
export function countSymbols(tokens: readonly number[]): number[] {
  const counts: number[] = Array(256).fill(0);
  for (const token of tokens) counts[token & 255] = (counts[token & 255] as number) + 1;
  return counts;
}

/** A value after `zeros` zeros; what is negative is told as one less. */
function valueToken(zeros: number, value: number): number {
  const size = sizeOf(value);
  return ((value < 0 ? value + (1 << size) - 1 : value) << 8) | (zeros << 4) | size;
}

function tokensOfMeans(blocks: Int16Array): number[] {
  const tokens: number[] = [];
  for (let at = 0; at < blocks.length; at += 64)
    tokens.push(valueToken(0, (blocks[at] as number) - (at ? (blocks[at - 64] as number) : 0)));
  return tokens;
}

function tokensOfDetail(blocks: Int16Array, first: number, last: number): number[] {
  const tokens: number[] = [];
  let ended = 0;
  const tellEnds = () => {
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
      tellEnds();
      for (; zeros > 15; zeros -= 16) tokens.push(SIXTEEN_ZEROS);
      tokens.push(valueToken(zeros, value));
      zeros = 0;
    }
    if (zeros && ++ended === MOST_ENDS) tellEnds();
  }
  tellEnds();
  return tokens;
}

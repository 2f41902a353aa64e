/** Codes for bytes; a byte that never comes has the length 0. */
export interface Codes {
  /** Bytes that come, shortest code first: what a decoder is told, with how many there are of each length. */
  symbols: number[];
  lengths: number[];
  codes: number[];
}

/** A code may have sixteen bits. */
const LONGEST = 16;
/** Stands for the code of ones alone, which a JPEG must not use. */
const UNUSED = 256;

/** The codes that tell bytes which come as often as `counts` says in the fewest bits. */
export function makeCodes(counts: readonly number[]): Codes {
  const lengths = codeLengths(counts);
  const symbols = [...counts.keys()].filter((symbol) => lengths[symbol]);
  symbols.sort((a, b) => (lengths[a] as number) - (lengths[b] as number));
  const codes: number[] = [];
  let next = 0;
  let before = 0;
  for (const symbol of symbols) {
    const length = lengths[symbol] as number;
    next <<= length - before;
    codes[symbol] = next++;
    before = length;
  }
  return { symbols, lengths, codes };
}

/** Symbols that begin alike, and how often all of them come. */
interface Branch {
  count: number;
  symbols: number[];
}

function codeLengths(counts: readonly number[]): number[] {
  const leaves = [...counts.entries()]
    .filter(([, count]) => count)
    .map(([symbol, count]) => ({ count, symbols: [symbol] }));
  return grow([{ count: 0, symbols: [UNUSED] }, ...leaves.sort((a, b) => a.count - b.count)]);
}

/** Huffman's own way: the rarest two are put together until one is left. Where that gives a long code, counts are evened out. */
function grow(rarestFirst: readonly Branch[]): number[] {
  const lengths: number[] = Array(UNUSED + 1).fill(0);
  const leaves = [...rarestFirst];
  const pairs: Branch[] = [];
  const rarest = () => {
    const [leaf, pair] = [leaves[0], pairs[0]];
    return (leaf && !(pair && pair.count < leaf.count) ? leaves : pairs).shift();
  };
  for (let a = rarest(), b = rarest(); a && b; a = rarest(), b = rarest()) {
    const symbols = [...a.symbols, ...b.symbols];
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] as number) + 1;
    pairs.push({ count: a.count + b.count, symbols });
  }
  if (Math.max(...lengths) <= LONGEST) return lengths;
  return grow(rarestFirst.map(({ count, symbols }) => ({ count: Math.ceil(count / 2), symbols })));
}

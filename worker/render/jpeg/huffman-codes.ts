/** Huffman codes of bytes. An unused byte has the length 0. */
export interface HuffmanCodes {
  /** Used bytes, shortest code first. A decoder only needs them and the number of codes per length. */
  symbols: number[];
  lengths: number[];
  codes: number[];
}

/** Longest code in bits. */
const MAX_CODE_BITS = 16;
/** Reserves the all-ones code, which JPEG forbids. */
const UNUSED = 256;

/** The optimal codes for bytes with these frequencies. */
export function huffmanCodes(counts: readonly number[]): HuffmanCodes {
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

/** A subtree: its symbols and their total count. */
interface Branch {
  count: number;
  symbols: number[];
}

function codeLengths(counts: readonly number[]): number[] {
  const leaves = [...counts.entries()]
    .filter(([, count]) => count)
    .map(([symbol, count]) => ({ count, symbols: [symbol] }));
  return codeLengthsOf([{ count: 0, symbols: [UNUSED] }, ...leaves.sort((a, b) => a.count - b.count)]);
}

/** Huffman's algorithm; if a code gets too long, evens out the counts and retries. */
function codeLengthsOf(rarestFirst: readonly Branch[]): number[] {
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
  if (Math.max(...lengths) <= MAX_CODE_BITS) return lengths;
  return codeLengthsOf(rarestFirst.map(({ count, symbols }) => ({ count: Math.ceil(count / 2), symbols })));
}

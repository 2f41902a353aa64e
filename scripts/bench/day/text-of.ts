/** Returns a text of this length, a different one for each number. */
export function textOf(n: number, length: number): string {
  const words =
    "the jump over that long red gap is easier when you start from the left side of a plate".split(" ");
  let text = `${n}:`;
  for (let i = n; text.length < length; i += 1 + (n % 5)) text += ` ${words[i % words.length]}`;
  return text.slice(0, length).trim();
}

export const WORD_ACTIONS = ["refuse", "hold"] as const;
export type WordAction = (typeof WORD_ACTIONS)[number];

/** A stored entry of the list: the word, its action, and whether it only matches as a whole word. */
export type WordEntry = readonly [word: string, action: WordAction, whole: 0 | 1];

/** Characters used in place of letters. */
const LOOKALIKES: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "i",
  "€": "e",
};

/** Removes case, accents and invisible characters. Anything else becomes a space; look-alikes can count as letters. */
export function normalizeText(text: string, lookalikes: boolean): string {
  const letters = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, "");
  const mapped = lookalikes
    ? letters.replace(/[013457@$!|€]/g, (character) => LOOKALIKES[character] ?? character)
    : letters;
  return mapped.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** The possible meanings of a stretched word: "duuuck" is "duck", "assss" is "ass". */
const unstretched = (text: string): string[] => [
  text,
  text.replace(/(.)\1{2,}/gu, "$1$1"),
  text.replace(/(.)\1{2,}/gu, "$1"),
];

/** Joins separate single letters into words: "d u c k". */
const joinedLetters = (tokens: readonly string[]): string[] => {
  const words: string[] = [];
  let run = "";
  for (const token of [...tokens, ""]) {
    if ([...token].length === 1) run += token;
    else {
      if (run.length > 1) words.push(run);
      run = "";
    }
  }
  return words;
};

/** A list of blocked words, prepared for searching texts. */
export class WordList {
  readonly #entries: readonly {
    word: string;
    form: string;
    /** The words of a phrase, separated by spaces; null for a single word. */
    phrase: string | null;
    action: WordAction;
    whole: boolean;
  }[];

  constructor(list: readonly WordEntry[]) {
    this.#entries = list.map(([word, action, whole]) => {
      const form = normalizeText(word, false);
      const phrase = form.includes(" ") ? ` ${form} ` : null;
      return { word, form: form.replaceAll(" ", ""), phrase, action, whole: whole === 1 };
    });
  }

  /** Reads the list from its stored JSON (`site_values`, "words"). */
  static read(json: string | null | undefined): WordList {
    return new WordList(json ? (JSON.parse(json) as WordEntry[]) : []);
  }

  /** The listed words of this action that a text contains, as staff wrote them, without duplicates. */
  find(text: string, action: WordAction): string[] {
    const candidates = this.#entries.filter((entry) => entry.action === action && entry.form);
    if (candidates.length === 0) return [];
    // Read every text with and without look-alikes: "h3llo" as "hello", but "duck!" as "duck".
    const readings = [true, false].map((lookalikes) => normalizeText(text, lookalikes).split(" "));
    const words = new Set(
      readings.flatMap((tokens) => [...tokens, ...joinedLetters(tokens)]).flatMap(unstretched),
    );
    const runs = readings.flatMap((tokens) => unstretched(tokens.join("")));
    const lines = candidates.some(({ phrase }) => phrase)
      ? readings.flatMap((tokens) => unstretched(` ${tokens.join(" ")} `))
      : [];
    const isWholeWord = (form: string, phrase: string | null) =>
      words.has(form) || (phrase !== null && lines.some((line) => line.includes(phrase)));
    return candidates
      .filter(({ form, phrase, whole }) =>
        whole ? isWholeWord(form, phrase) : runs.some((run) => run.includes(form)),
      )
      .map(({ word }) => word);
  }
}

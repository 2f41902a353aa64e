export const WORD_ACTIONS = ["refuse", "hold"] as const;
export type WordAction = (typeof WORD_ACTIONS)[number];

/** A word of the list as it is stored: the word, what it does, whether it has to stand alone. */
export type WordEntry = readonly [word: string, action: WordAction, whole: 0 | 1];

/** What people write in the place of letters. */
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

/** Letters without case, accents and invisible characters; everything else is a gap, but for look-alikes where they count. */
export function plain(text: string, lookalikes: boolean): string {
  const letters = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, "");
  const meant = lookalikes ? letters.replace(/[013457@$!|€]/g, (sign) => LOOKALIKES[sign] ?? sign) : letters;
  return meant.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** A drawn-out word as it may be meant: "duuuck" is "duck", "assss" is "ass". */
const shortened = (text: string): string[] => [
  text,
  text.replace(/(.)\1{2,}/gu, "$1$1"),
  text.replace(/(.)\1{2,}/gu, "$1"),
];

/** Single letters that stand apart are read as a word: "d u c k". */
const joined = (tokens: readonly string[]): string[] => {
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

/** A list of words that are not wanted, ready to be looked for. */
export class Words {
  readonly #entries: readonly {
    word: string;
    form: string;
    /** Of several words: how they follow each other. */
    phrase: string | null;
    action: WordAction;
    whole: boolean;
  }[];

  constructor(list: readonly WordEntry[]) {
    this.#entries = list.map(([word, action, whole]) => {
      const form = plain(word, false);
      const phrase = form.includes(" ") ? ` ${form} ` : null;
      return { word, form: form.replaceAll(" ", ""), phrase, action, whole: whole === 1 };
    });
  }

  /** Reads the list as the database keeps it (`site_values`, "words"). */
  static read(json: string | null | undefined): Words {
    return new Words(json ? (JSON.parse(json) as WordEntry[]) : []);
  }

  /** Which words with this consequence stand in a text, as staff wrote them; each once. */
  find(text: string, action: WordAction): string[] {
    const wanted = this.#entries.filter((entry) => entry.action === action && entry.form);
    if (wanted.length === 0) return [];
    // "h3llo" is read as "hello", and "duck!" as "duck": every text is read both ways.
    const readings = [true, false].map((lookalikes) => plain(text, lookalikes).split(" "));
    const alone = new Set(readings.flatMap((tokens) => [...tokens, ...joined(tokens)]).flatMap(shortened));
    const runs = readings.flatMap((tokens) => shortened(tokens.join("")));
    const lines = wanted.some(({ phrase }) => phrase)
      ? readings.flatMap((tokens) => shortened(` ${tokens.join(" ")} `))
      : [];
    const isAlone = (form: string, phrase: string | null) =>
      alone.has(form) || (phrase !== null && lines.some((line) => line.includes(phrase)));
    return wanted
      .filter(({ form, phrase, whole }) =>
        whole ? isAlone(form, phrase) : runs.some((run) => run.includes(form)),
      )
      .map(({ word }) => word);
  }
}

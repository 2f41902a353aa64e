const number = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
/** A figure as people read it: at most three decimals, thousands set apart. */
export const show = (figure: number): string => (Number.isFinite(figure) ? number.format(figure) : "none");

interface Words {
  /** What the figure counts: "KB", "× bare hello". */
  unit?: string;
  /** More about it, under the line. */
  notes?: readonly string[];
}

/** Prints the lines of one run as they are measured and remembers whether all of them hold. */
export class Report {
  judged = 0;
  failed: string[] = [];
  #area = "";

  area(name: string): void {
    this.#area = name;
    console.log(`\n${name}`);
  }

  /** A figure that may be `limit` at most. */
  most(what: string, figure: number, limit: number, words: Words = {}): void {
    this.#judge(what, figure <= limit, figure, `≤ ${show(limit)}`, words);
  }

  /** A figure that must be `limit` at least. */
  least(what: string, figure: number, limit: number, words: Words = {}): void {
    this.#judge(what, figure >= limit, figure, `≥ ${show(limit)}`, words);
  }

  /** A figure without a limit. */
  told(what: string, figure: number, { unit = "", notes = [] }: Words = {}): void {
    this.#print("told", what, `${show(figure)} ${unit}`, "", notes);
  }

  /** Something that went wrong before it could be measured. */
  broken(what: string, error: unknown): void {
    this.judged++;
    this.failed.push(`${this.#area}: ${what}`);
    this.#print("FAIL", what, "not measured", "", [
      error instanceof Error ? (error.stack ?? "") : String(error),
    ]);
  }

  /** The last word; true when every line holds. */
  finish(): boolean {
    const { judged, failed } = this;
    console.log(`\n${judged - failed.length} of ${judged} lines hold.`);
    for (const line of failed) console.log(`  FAIL  ${line}`);
    return failed.length === 0;
  }

  #judge(
    what: string,
    holds: boolean,
    figure: number,
    limit: string,
    { unit = "", notes = [] }: Words,
  ): void {
    this.judged++;
    if (!holds) this.failed.push(`${this.#area}: ${what}: ${show(figure)} ${unit} (${limit})`);
    this.#print(holds ? "pass" : "FAIL", what, `${show(figure)} ${unit}`, limit, notes);
  }

  #print(verdict: string, what: string, figure: string, limit: string, notes: readonly string[]): void {
    console.log(`  ${verdict}  ${what.padEnd(58)} ${figure.trim().padEnd(24)} ${limit}`.trimEnd());
    for (const note of notes) console.log(`          ${note}`);
  }
}

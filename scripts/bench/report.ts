const number = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
/** Formats a figure with at most three decimals and thousands separators. */
export const formatFigure = (figure: number): string =>
  Number.isFinite(figure) ? number.format(figure) : "none";

interface LineOptions {
  /** The figure's unit: "KB", "× baseline hello". */
  unit?: string;
  /** Details, printed below the line. */
  notes?: readonly string[];
}

/** Prints the figures of a run as they're measured, and counts the failures. */
export class BenchReport {
  checked = 0;
  failed: string[] = [];
  #area = "";

  area(name: string): void {
    this.#area = name;
    console.log(`\n${name}`);
  }

  /** Reports a figure that must not exceed `limit`. */
  atMost(label: string, figure: number, limit: number, options: LineOptions = {}): void {
    this.#check(label, figure <= limit, figure, `≤ ${formatFigure(limit)}`, options);
  }

  /** Reports a figure that must reach `limit`. */
  atLeast(label: string, figure: number, limit: number, options: LineOptions = {}): void {
    this.#check(label, figure >= limit, figure, `≥ ${formatFigure(limit)}`, options);
  }

  /** Reports a figure without a limit. */
  info(label: string, figure: number, { unit = "", notes = [] }: LineOptions = {}): void {
    this.#writeLine("info", label, `${formatFigure(figure)} ${unit}`, "", notes);
  }

  /** Reports an error that prevented a measurement. */
  fail(label: string, error: unknown): void {
    this.checked++;
    this.failed.push(`${this.#area}: ${label}`);
    this.#writeLine("FAIL", label, "not measured", "", [
      error instanceof Error ? (error.stack ?? "") : String(error),
    ]);
  }

  /** Prints the summary. Returns true if every figure is within its limit. */
  finish(): boolean {
    const { checked, failed } = this;
    console.log(`\n${checked - failed.length} of ${checked} checks passed.`);
    for (const line of failed) console.log(`  FAIL  ${line}`);
    return failed.length === 0;
  }

  #check(
    label: string,
    holds: boolean,
    figure: number,
    limit: string,
    { unit = "", notes = [] }: LineOptions,
  ): void {
    this.checked++;
    if (!holds) this.failed.push(`${this.#area}: ${label}: ${formatFigure(figure)} ${unit} (${limit})`);
    this.#writeLine(holds ? "pass" : "FAIL", label, `${formatFigure(figure)} ${unit}`, limit, notes);
  }

  #writeLine(verdict: string, label: string, figure: string, limit: string, notes: readonly string[]): void {
    console.log(`  ${verdict}  ${label.padEnd(58)} ${figure.trim().padEnd(24)} ${limit}`.trimEnd());
    for (const note of notes) console.log(`          ${note}`);
  }
}

/** Something the operator has to put right; told without a stack. */
export class Problem extends Error {
  constructor(...lines: readonly string[]) {
    super(lines.join("\n"));
    this.name = "Problem";
  }
}

/** Ends the run when there is anything to put right, telling all of it at once. */
export function refuse(problems: readonly string[]): void {
  if (problems.length) throw new Problem(...problems.map((problem) => `✗ ${problem}`));
}

/** An error that the operator has to fix. It's printed without a stack trace. */
export class Problem extends Error {
  constructor(...lines: readonly string[]) {
    super(lines.join("\n"));
    this.name = "Problem";
  }
}

/** Throws all problems together as one Problem, if there are any. */
export function throwProblems(problems: readonly string[]): void {
  if (problems.length) throw new Problem(...problems.map((problem) => `✗ ${problem}`));
}

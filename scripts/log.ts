const LABEL_WIDTH = 34;

/** Prints a step and its result. */
export const logStep = (step: string, result: string): void =>
  console.log(`  ${step.padEnd(LABEL_WIDTH)} ${result}`);

export const logHeading = (text: string): void => console.log(`\n${text}`);

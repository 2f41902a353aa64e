const GAP = 34;

/** One step's line: what, and what became of it. */
export const say = (what: string, became: string): void => console.log(`  ${what.padEnd(GAP)} ${became}`);

export const heading = (text: string): void => console.log(`\n${text}`);

import fc from "fast-check";

type Checked<Values extends unknown[], Result> = [
  ...arbitraries: { [K in keyof Values]: fc.Arbitrary<Values[K]> },
  holds: (...values: Values) => Result,
];
type Some = [unknown, ...unknown[]];

function splitRuns(args: unknown[]): [unknown[], { numRuns?: number }] {
  const [numRuns, ...others] = args;
  return typeof numRuns === "number" ? [others, { numRuns }] : [args, {}];
}

/** Checks that something holds for any values. A number that comes first is that of the runs. */
export function forAll<V extends Some>(...args: Checked<V, unknown>): void;
export function forAll<V extends Some>(runs: number, ...args: Checked<V, unknown>): void;
export function forAll(...args: unknown[]): void {
  const [checked, runs] = splitRuns(args);
  fc.assert(fc.property(...(checked as Parameters<typeof fc.property>)), runs);
}

export function forAllAsync<V extends Some>(...args: Checked<V, Promise<unknown>>): Promise<void>;
export function forAllAsync<V extends Some>(
  runs: number,
  ...args: Checked<V, Promise<unknown>>
): Promise<void>;
export async function forAllAsync(...args: unknown[]): Promise<void> {
  const [checked, runs] = splitRuns(args);
  await fc.assert(fc.asyncProperty(...(checked as Parameters<typeof fc.asyncProperty>)), runs);
}

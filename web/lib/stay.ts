/** The state of a step in the history that changes a part of the page only: the window stays where it is. */
export const STAY = { stays: true } as const;

export const staysInPlace = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "stays" in state;

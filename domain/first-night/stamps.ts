/** The stamps of a new account's first night. The order is stored: a stamp's place is its bit in `users.first_night`. */
export const STAMPS = ["dress", "play", "rate", "write", "buddy"] as const;
export type Stamp = (typeof STAMPS)[number];

export const STAMP_COINS = 5;

/** Whether an account still has stamps to earn. */
export const isNewcomer = ({ first_night }: { first_night: readonly Stamp[] | null }): boolean =>
  first_night !== null && first_night.length < STAMPS.length;

/** The stamp's bit in `users.first_night`. */
export const stampBit = (stamp: Stamp): number => 1 << STAMPS.indexOf(stamp);

/** The stamps of a stored set. Null for accounts without a board, which are older than it. */
export const earnedStamps = (bits: number | null): Stamp[] | null =>
  bits === null ? null : STAMPS.filter((stamp) => (bits & stampBit(stamp)) !== 0);

/** A message's id: the two users' ids, the smaller first, and its number in their conversation. */
export const MESSAGE_ID = /^[1-9]\d{0,12}_[1-9]\d{0,12}_[1-9]\d{0,9}$/;

/** A conversation's key: the two users' ids, the smaller first. */
export const pairKey = (a: number, b: number): string => (a < b ? `${a}_${b}` : `${b}_${a}`);

export const otherUser = ([low, high]: readonly [number, number], user: number): number =>
  low === user ? high : low;

export const messageId = (pair: string, number: number): string => `${pair}_${number}`;

/** The parts of a message's id, or null if it is invalid. */
export function parseMessageId(id: string): { low: number; high: number; number: number } | null {
  if (!MESSAGE_ID.test(id)) return null;
  const [low = 0, high = 0, number = 0] = id.split("_").map(Number);
  return low < high ? { low, high, number } : null;
}

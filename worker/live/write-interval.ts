/**
 * Objects collect changes of who is online and who plays where for this long, and then write them to D1, where lists sort
 * and filter by them. What pages show comes from the `Board` object, which hears of changes within a second.
 */
export const WRITE_INTERVAL_MS = 5_000;

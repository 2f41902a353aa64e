/** Totals of a room since it started, for benches and tests. */
export interface RoomCounters {
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
  /** Simulated ticks of all players. */
  ticks: number;
  /** Frames with places, each counted once for all its receivers. */
  frames: number;
  receipts: number;
}

export const newCounters = (): RoomCounters => ({
  messagesIn: 0,
  messagesOut: 0,
  bytesIn: 0,
  bytesOut: 0,
  ticks: 0,
  frames: 0,
  receipts: 0,
});

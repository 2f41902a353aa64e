import { ROOM_INSTANCES } from "../play/room-instances.ts";

/** Limits of rooms (ROOM.md). Times are in milliseconds, ticks are 1/60 s. */
export const ROOM_LIMITS = {
  players: 50,
  instances: ROOM_INSTANCES,
  /** A new player goes to a room with fewer players than this, unless a buddy is in a fuller one. */
  preferredPlayers: 40,
  slots: 64,
  /** Sockets that haven't joined yet, and how long they have for it, also while many wait. */
  waitingSockets: 64,
  joinMs: 10_000,
  crowdedJoinMs: 2_000,
  /** Inputs this far ahead of the room's clock close the socket (rule 9). */
  ticksAhead: 60,
  /** A run can begin this far behind the room's clock. Players further behind fall asleep (rule 10). */
  ticksBehind: 600,
  /** A live run's delay at its end is at most this much above its smallest one (rule 11). */
  liveDrift: 30,
  /** Messages that a player can send at once, and per second (rule 9). */
  burst: 60,
  messagesPerSecond: 20,
  messageBytes: 33_000,
  frameMs: 67,
  inputTicks: 4,
  stateTicks: 60,
  receiptTicks: 300,
  /** How long a room keeps the run of a player whose connection was cut, and their seat. */
  awayMs: 60_000,
  seatMs: 10_000,
  /** A run that was cut for longer isn't live, and after the second time it isn't taken back. */
  liveCutTicks: 600,
  resumeTicks: 3_600,
  /** Characters and time of chat messages, and the lines that a report copies. */
  chatLength: 200,
  chatMs: 1_000,
  chatLines: 50,
  emoteMs: 2_000,
  /** How often a room reports its players to its hosts, and to instance 0. */
  beatMs: 15_000,
  reportMs: 5_000,
  /** How long a player stays removed by the level's creator. */
  removedMs: 60 * 60_000,
  /** Players of a built-in host, and how many of them make the next one open. */
  hostPlayers: 1_000,
  hostPreferredPlayers: 800,
} as const;

/** How far in the past other players are drawn, in ticks. */
export const SHOWN_DELAY_TICKS = 9;

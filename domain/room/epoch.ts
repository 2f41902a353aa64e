import { TICKS_PER_SECOND } from "../sim/v1/rules.ts";

/** All rooms count ticks from the start of an epoch of 30 days, so a run goes on in a restarted room. */
const EPOCH_MS = 30 * 24 * 60 * 60_000;

/** The number of the epoch at a time in milliseconds since 1970. */
export const epochAt = (ms: number): number => Math.floor(ms / EPOCH_MS);

/** The tick at a time, in an epoch. With a fraction. */
export const exactTickAt = (ms: number, epoch: number): number =>
  ((ms - epoch * EPOCH_MS) * TICKS_PER_SECOND) / 1000;

/** The tick at a time, in an epoch. */
export const tickAt = (ms: number, epoch: number): number => Math.floor(exactTickAt(ms, epoch));

/** The key of a run in a room (`runs.call`), which room and browser know, so a run that arrives twice counts once. */
export const roomRunKey = (level: number, epoch: number, startTick: number): string =>
  `room-${level}-${epoch}-${startTick}`;

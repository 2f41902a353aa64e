import { PLAYER_DAY } from "../day/player-day.ts";

const perHour = <Action extends string>(
  perDay: Record<Action, number>,
  hours: number,
): Record<Action, number> =>
  Object.fromEntries(
    Object.entries<number>(perDay).map(([action, times]) => [action, times / hours]),
  ) as Record<Action, number>;

const { live, writes, rooms, hours } = PLAYER_DAY;
/** How often a user performs each action in an hour online, and a player in an hour in rooms: those of a player's day. */
export const ACTIONS_PER_HOUR = perHour(live, hours.online);
export const WRITES_PER_HOUR = perHour(writes, hours.online);
export const ROOM_ACTIONS_PER_HOUR = perHour(rooms, hours.playing);

/** How many users watch a user who comes online or goes offline. */
export const ASSUMED_WATCHERS = 3;
/** Estimates count concurrent users: each stands for many people over the month. */
export const HOURS_PER_MONTH = 730;
const HOURS_PER_DAY = 24;
/** The average numbers of users online and of players in rooms, for a number of daily players. */
export const onlineOf = (players: number): number => (players * hours.online) / HOURS_PER_DAY;
export const playingOf = (players: number): number => (players * hours.playing) / HOURS_PER_DAY;
/** Milliseconds of CPU time per worker request, and of wall time per Durable Object request. */
export const REQUEST_MS = { request: 2, objectRequest: 10 };
/** Billed memory of an active Durable Object, in GB. */
export const OBJECT_GB = 0.128;
/** Calls per second that one Durable Object can handle without delays. */
export const CALLS_PER_SECOND = 500;

import type { Act } from "./acts.ts";

/**
 * How often somebody who is online does each thing in an hour. Assumed, not measured: a visit of forty minutes, a player
 * who talks to a few people, looks at a page a minute and has mostly one tab open.
 */
export const PER_HOUR: Record<Exclude<Act, "watched" | "born">, number> = {
  connect: 1.5,
  leave: 1.5,
  tab: 3,
  first: 0.02,
  message: 6,
  alone: 2,
  read: 4,
  typing: 8,
  lease: 6,
  watch: 20,
  notification: 1,
  conversations: 1,
  conversation: 2,
  page: 6,
  answer: 40,
};

/** How many pages watch somebody who comes or goes. */
export const WATCHERS = 3;
/** A month, of which everybody counted is online the whole time: one of them is many people after another. */
export const HOURS = 730;
/** Milliseconds of processor time that a request of the worker takes, and that an object is awake for one. */
export const TIMES = { request: 2, objectRequest: 10 };
/** Memory that an awake object is billed with, in GB. */
export const OBJECT_GB = 0.128;
/** What one object can do a second without keeping anybody waiting. */
export const CALLS_A_SECOND = 500;

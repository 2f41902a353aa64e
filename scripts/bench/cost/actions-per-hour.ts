import type { UserAction } from "./user-actions.ts";

/**
 * How often an online user performs each action per hour. Assumed, not measured: visits of forty minutes, chats with a few
 * people, a page per minute, mostly one open tab.
 */
export const ACTIONS_PER_HOUR: Record<Exclude<UserAction, "watched" | "firstSocket" | "poll">, number> = {
  connect: 1.5,
  leave: 1.5,
  tab: 3,
  firstMessage: 0.02,
  message: 6,
  afterPause: 2,
  read: 4,
  typing: 8,
  lease: 6,
  watch: 20,
  notification: 1,
  conversations: 1,
  conversation: 2,
  page: 6,
  api: 40,
};

/** How many users watch a user who comes online or goes offline. */
export const ASSUMED_WATCHERS = 3;
/** Estimates count concurrent users: each stands for many people over the month. */
export const HOURS_PER_MONTH = 730;
/** Milliseconds of CPU time per worker request, and of wall time per Durable Object request. */
export const REQUEST_MS = { request: 2, objectRequest: 10 };
/** Billed memory of an active Durable Object, in GB. */
export const OBJECT_GB = 0.128;
/** Calls per second that one Durable Object can handle without delays. */
export const CALLS_PER_SECOND = 500;

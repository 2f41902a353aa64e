import { REPORT_TYPES } from "../reports/types.ts";

export const CASE_STATES = ["open", "unclaimed", "mine", "decided"] as const;
export const CASE_ORDERS = ["oldest", "newest", "most"] as const;

/**
 * The actions in a case. `remove` deletes a comment, message, reply or thread, clears a profile's texts, or makes a level
 * private. `hide` takes an item out of every list; `reject` also removes its texture from every bopi.
 */
export const CASE_ACTIONS = ["remove", "warn", "ban", "move", "lock", "hide", "reject"] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

/** Things that staff can remove and bring back. A `picture` is the own picture of a level; its target is the level's id. */
export const REMOVAL_TYPES = [...REPORT_TYPES, "rating", "picture"] as const;
export type RemovalType = (typeof REMOVAL_TYPES)[number];

export const APPEAL_STATES = ["waiting", "accepted", "declined"] as const;

/** Which cases a queue shows: open ones nobody has taken, all open ones, one's own open ones, decided ones. */
export const CASE_STATES = ["open", "unclaimed", "mine", "decided"] as const;
export const CASE_ORDERS = ["oldest", "newest", "most"] as const;

/**
 * What staff can do about a case. `remove` takes the thing away (a comment, a message, a reply, a thread; a profile's words;
 * a level is made private), `hide` takes an item out of every list, `reject` also takes its texture off everybody's bopi.
 */
export const CASE_ACTS = ["remove", "warn", "ban", "move", "lock", "hide", "reject"] as const;
export type CaseAct = (typeof CASE_ACTS)[number];

export const APPEAL_STATES = ["waiting", "accepted", "declined"] as const;

export const RELATIONS = ["none", "self", "buddy", "incoming", "outgoing"] as const;
export type Relation = (typeof RELATIONS)[number];

export const BUDDY_TABS = ["buddies", "incoming", "outgoing"] as const;
export type BuddyTab = (typeof BUDDY_TABS)[number];

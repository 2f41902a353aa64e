/**
 * What a conversation tells the hubs of its two people, in the order of `seq`: one sequence for everything that changes,
 * so that a hub can tell what it has from what it misses.
 */
export type Change =
  | { kind: "message"; seq: number; sender: number; body: string; at: number; client_id: string | null }
  /** The message of that number was taken away. */
  | { kind: "deleted"; seq: number; number: number }
  /** `user` has read up to the message of that number. */
  | { kind: "read"; seq: number; user: number; number: number };

/** A delivery from a conversation to one of its people's hubs. */
export interface Delivery {
  /** The other of the two. */
  other: number;
  /** The last change that the hub is known to have. */
  after: number;
  changes: Change[];
  /** Messages the hub's user has not read there, now. */
  unread: number;
}

/** What a hub answers: the last change it has, and when what is kept of its user's permits was last made void. */
export interface Receipt {
  have: number;
  voided: number;
}

/** Events from a conversation to its two hubs. All share the sequence `seq`, so a hub can detect gaps. */
export type Change =
  | { kind: "message"; seq: number; sender: number; body: string; at: number; client_id: string | null }
  /** The message with this number was deleted. */
  | { kind: "deleted"; seq: number; number: number }
  /** The deleted message with this number is back. */
  | {
      kind: "restored";
      seq: number;
      number: number;
      sender: number;
      body: string;
      at: number;
      client_id: string | null;
    }
  /** `user` has read up to this message. */
  | { kind: "read"; seq: number; user: number; number: number };

/** A delivery from a conversation to one of its users' hubs. */
export interface Delivery {
  /** The other user. */
  other: number;
  /** The last change that the hub is known to have. */
  after: number;
  changes: Change[];
  /** The user's current unread messages in this conversation. */
  unread: number;
}

/** A hub's last change of a conversation, and when its user's permits were last cleared. */
export interface Receipt {
  have: number;
  permitsClearedAt: number;
}

import type { PresenceState as UserPresence } from "#domain/presence/presence.ts";

/** A user's presence as others see it, with its version number. */
export interface VersionedPresence extends UserPresence {
  version: number;
}

/** Holds the presence of a share of all users. */
export interface PresenceApi extends Rpc.DurableObjectBranded {
  /** Wakes the object, which has work to do after a restart, and lets it report its numbers to the board again. */
  wakeUp(): void;
  /** Writes everyone who is online or playing to the database again, after it was rewound. */
  writeAll(): void;
  /** Returns users that are online or playing, after a user's id and in order. */
  peopleAfter(user: number, limit: number): number[];
  /** Stores a user's presence as reported by their hub. Late reports are recognized by their version. */
  setPresence(user: number, seen: VersionedPresence): Promise<void>;
  /** The presence of online and playing users. `all` subscribes the hub to changes of these. */
  watch(hub: number, ids: number[], all: number[] | null): ({ user_id: number } & UserPresence)[];
}

import type { UserCard } from "../api/response.ts";
import type { Vec3 } from "../world/schema.ts";
import type { Edit } from "./edit.ts";
import type { PartId } from "./ids.ts";
import type { FieldChanges } from "./part.ts";

/* Messages of the socket of a level that is being built, as JSON text. BUILD.md describes them. */

/** Where someone is at work. Everything is optional, so only what changed is sent. */
export interface Presence {
  /** The point under their cursor; null once it leaves the level. */
  at?: Vec3 | null;
  /** The ids they have selected, at most 200 ids. */
  sel?: PartId[];
  /** Parts that they are dragging, before it is an operation; at most 50. Null at its end. */
  drag?: [PartId, FieldChanges][] | null;
}

/** An operation of a page. `n` counts a page's operations from 1. */
export type ClientOp =
  | ({ n: number } & Edit)
  /** Takes back the page's own operation with this number, which may itself have taken back another. */
  | { n: number; undo: number }
  /** Restores a stored version. */
  | { n: number; restore: string };

export type ClientMessage = ClientOp | { p: Presence };

/** Someone who builds. A person with two tabs is in the list twice. */
export interface Builder {
  client: number;
  user: UserCard;
  /** 0 to 7: one of the eight colors of cursors. */
  color: number;
}

/** How many parts an undo left as they are, at least in part, because this person has changed the same since. */
export interface SkippedChanges {
  username: string;
  count: number;
}

/** The clear of a document by someone who may edit it, once it was simulated again. */
export interface VerifiedClear {
  /** Hash of what can be touched (worker/runs/world-content.ts). */
  content: string;
  ms: number;
  username: string;
}

export type ServerMessage =
  /** The first message. `n` is the newest of the page's operations that was handled, `seq` the newest of all. */
  | { hello: { client: number; n: number; seq: number; color: number } }
  /** Everyone who builds, after someone has come or left. */
  | { people: Builder[] }
  /** An operation: the number of all operations, and the page's. */
  | ({ s: number; c: number } & Edit)
  /** The page's own operation is stored. `edit` is what it did if the page can't know: undoing and restoring. */
  | { ok: number; s: number; edit?: Edit; skipped?: SkippedChanges[] }
  /** The page's own operation was refused and has changed nothing. */
  | { no: number; message: string }
  /** The presence of others, by page. */
  | { p: [client: number, presence: Presence][] }
  /** The document has to be fetched again: too much has changed. */
  | { resync: true }
  /** A version was stored. */
  | { saved: { id: string; at: number } }
  /** The level was cleared as it was then, or a check has failed. */
  | { cleared: VerifiedClear }
  | { refused: { content: string; reason: string } }
  /** The level was published. */
  | { published: { revision: number; username: string } }
  /** The last message on a socket that the object closes: browsers report the code up to 2 seconds late. */
  | { event: "Closing"; code: number };

/** The document as it is, and the number of its newest operation. */
export interface BuildSnapshot {
  seq: number;
  parts: [PartId, unknown][];
}

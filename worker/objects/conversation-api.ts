import type { ErrorCode } from "#domain/errors.ts";
import type { Delivery, Receipt } from "../conversations/changes.ts";
import type { MessageRow } from "../conversations/conversation-log.ts";
import type { BackedUpObject } from "./backup-api.ts";

/** Why a user can't write. */
export interface Denial {
  code: ErrorCode;
  message?: string;
}

/** The objects' results. Errors lose their custom fields between objects, so expected errors are values. */
export type Result<T> = ({ ok: true } & T) | ({ ok: false } & Denial);

export interface MessagePage {
  messages: MessageRow[];
  /** The number of messages, up to the message that the pages start from. */
  total: number;
  /** Numbers of the newest messages that the user and the other have read; 0 for none. */
  read: number;
  seen: number;
  unread: number;
}

/** A message that a user sends. */
export interface Submission {
  sender: number;
  /** The hash of their session. */
  session: string;
  body: string;
  /** A repeated id is the same message. */
  clientId: string | null;
  /** From the sender's hub, if the message comes through it. It then gets the delivery with the reply. */
  receipt: Receipt | null;
}

/** A stored message's number and time, and the changes that the sender's hub lacks. */
export interface Acceptance {
  seq: number;
  at: number;
  delivery: Delivery | null;
}

/** The log of a conversation between two users. */
export interface ConversationApi extends BackedUpObject, Rpc.DurableObjectBranded {
  /** Stores a message if its sender can write. A repeated `clientId` returns the earlier message. */
  send(message: Submission): Promise<Result<Acceptance>>;
  /** Marks the user's messages as read up to a number. Returns how many are unread. */
  markRead(user: number, upTo: number): Promise<number>;
  /** Deletes a message. Returns whether it existed. */
  remove(seq: number, by: number): Promise<boolean>;
  /** Brings a deleted message back. Returns whether it was deleted. */
  restore(seq: number, by: number): Promise<boolean>;
  /** Returns messages as `user` sees them, newest first, starting from `upTo` if given. */
  page(user: number, upTo: number | null, limit: number, offset: number): MessagePage;
  /** Returns messages newest first, starting from a number, for the data export. */
  messagesUpTo(number: number, limit: number): MessageRow[];
  /** Returns one message, for reports and moderation. */
  message(seq: number): {
    sender_id: number;
    body: string;
    created_at: number;
    deleted: boolean;
    deleted_at: number | null;
  } | null;
  /** Returns a message with some before and after it, for a report's evidence. */
  around(seq: number, count: number): MessageRow[];
  /** Notifies the other user of typing, if the user can write to them. Permits granted before `permitsClearedAt` don't count. */
  notifyTyping(user: number, session: string, permitsClearedAt: number): Promise<void>;
  /** Clears the cached permits. */
  clearPermits(): void;
}

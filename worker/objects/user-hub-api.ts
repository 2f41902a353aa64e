import type { UserCard } from "#domain/api/response.ts";
import type { BookmarkedEvent } from "#domain/live/events.ts";
import type { Notification } from "#domain/notifications/api.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import type { PresenceState as UserPresence } from "#domain/presence/presence.ts";
import type { Delivery, Receipt } from "../conversations/changes.ts";
import type { IndexRow } from "../conversations/conversation-index.ts";
import type { BackedUpObject } from "./backup-api.ts";
import type { VersionedPresence } from "./presence-api.ts";

/** Set by the route that checked the session: the user appears offline. */
export const HIDDEN_HEADER = "x-live-hidden";

/** Set by the same route: when the session check began. */
export const REQUESTED_AT_HEADER = "x-live-asked";

/** A notice for a user's hub, which detects duplicates by its id. */
export interface NoticeDelivery {
  id: number;
  notice: Notice;
  /** The acting user's current card. */
  actor: UserCard | null;
  created_at: number;
}

/** The numbers of unread messages and notifications. */
export interface UnreadCounts {
  unread_messages: number;
  unread_notifications: number;
}

/** A user's inbox and the sockets of all their pages. */
export interface UserHubApi extends BackedUpObject, Rpc.DurableObjectBranded {
  // Calls from features.

  /** Publishes a lasting event to all of the user's pages. */
  notifyPages(event: BookmarkedEvent): void;
  /** Stores each change of a conversation once and publishes it. */
  deliver(delivery: Delivery): Receipt;
  /** Stores each queued notice once and publishes it. Returns the ids of notices that failed. */
  deliverNotices(list: NoticeDelivery[], bookmark?: string): number[];
  /** Sets whether the user has devices with push messages turned on. */
  setPush(enabled: boolean): void;
  /** Whether any of the user's pages is connected. */
  hasPages(): boolean;
  /** Shows typing, unless permits were cleared since it was allowed. Returns when they last were. */
  notifyTyping(user_id: number, permittedAt: number): number;

  // Calls from pages.

  /** Returns a page of conversations, newest message first, and the totals. */
  conversations(limit: number, offset: number): { rows: IndexRow[]; total: number; unread: number };
  conversationsWith(others: number[]): IndexRow[];
  /** Returns the unread messages of all conversations, given that `left` of them are in this one. */
  unreadMessages(other: number, left: number): number;
  /** Returns what is unread, for a page's first paint. */
  unreadCounts(): UnreadCounts;
  notifications(page: number): { rows: Notification[]; total: number; unread_count: number };
  /** Marks notifications as read, or all of them if `ids` is null. Returns the new unread count. */
  markNotificationsRead(ids: number[] | null): number;
  /** Returns which types of notices are enabled. */
  noticeSettings(): Record<string, boolean>;
  /** Turns types on and off; unlisted ones don't change. */
  setNoticeSettings(settings: Readonly<Record<string, boolean | undefined>>): Record<string, boolean>;

  // Permits and sockets.

  /** Clears the user's permits (rule 14): at once in recent conversations, else on delivery. */
  clearPermits(): Promise<void>;
  /** Stores a build since `at`. Returns whether rights read at `checkedAt` may have changed. */
  enterBuild(level: number, checkedAt: number, at: number): boolean;
  /** The levels that the user builds right now. */
  openBuilds(): number[];
  /** The last of the user's pages of a level that is being built has closed. */
  leaveBuild(level: number, at: number): void;
  /** Closes the sockets of a session, or all of them, and clears the user's permits (rule 9). */
  disconnect(code: number, session?: string, bookmark?: string): Promise<void>;
  /** Deletes what's stored for a deleted account, closes its sockets and shows it as offline. Idempotent. */
  deleteAccount(): Promise<void>;

  // Presence.

  /** Sets whether the user appears offline. */
  setHidden(hidden: boolean): Promise<void>;
  /** Stores play on a host since `joinedAt`, null: left; null title: private. Whether it's the newest. */
  setPlaying(
    host: number,
    joinedAt: number,
    level: { level: number; title: string | null } | null,
  ): Promise<boolean>;
  /** `setPlaying` for a room; also whether what was read since `joinedAt` may have changed. */
  enterRoom(
    host: number,
    joinedAt: number,
    level: { level: number; title: string | null },
  ): Promise<{ isNewest: boolean; isChanged: boolean }>;
  /** The user was removed from a level: their room lets them go, and a join that has begun is checked again. */
  removeFromLevel(level: number): Promise<void>;
  /** Returns the user's game host and level for others to join. Null if they appear offline. */
  playingAt(): { host: number; level: number } | null;
  /** The user's presence as others see it. After lost sockets, online for a return's `spread` (ms). */
  presence(spread?: number): VersionedPresence;
  /** Pushes presence changes to watching pages. Returns the users that are still watched. */
  pushPresence(users: ({ user_id: number } & UserPresence)[]): number[];
  /** Returns the users of one presence shard that any page watches. */
  watchedIn(shard: number): number[];
}

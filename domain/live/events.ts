import * as z from "zod/mini";
import { bopiPicture } from "../api/response.ts";
import { ROLES } from "../auth/roles.ts";
import { buddyCounts } from "../buddies/api.ts";
import { RELATIONS } from "../buddies/rules.ts";
import { chatMessage } from "../conversations/api.ts";
import { STAMPS } from "../first-night/stamps.ts";
import { notification } from "../notifications/api.ts";
import { presenceState } from "../presence/presence.ts";
import { runSchema } from "../runs/run.ts";

const picture = z.object({ id: z.int(), thumbnail_url: z.string() });
/** Unread messages of the conversation and of all conversations. Absolute, so a repeated or late event does no harm. */
const unread = { unread: z.int(), unread_messages: z.int() };

/** A user's events, by `event` name in the past tense. Only stored events are replayed (rule 3). */
export const LIVE_EVENTS = {
  /** The first frame (rule 4). After a cut, the page returns within `reconnect_ms` (rule 17). */
  Hello: z.object({
    resume: z.enum(["new", "silence", "replay", "resync"]),
    unread_messages: z.int(),
    unread_notifications: z.int(),
    reconnect_ms: z.optional(z.int()),
  }),
  /** A message in a conversation of the user, from the other person (`user_id`) or from another tab. */
  NewMessage: z.object({ user_id: z.int(), message: chatMessage, ...unread }),
  /** A message that this page sent on this socket was stored (rule 16). Other pages of the sender get `NewMessage`. */
  MessageSent: z.object({ client_id: z.string(), id: z.string(), created_at: z.string() }),
  /** A message that this page sent on this socket was rejected, with the error that HTTP responds with. */
  MessageRejected: z.object({
    client_id: z.string(),
    status: z.int(),
    code: z.string(),
    message: z.string(),
  }),
  MessageDeleted: z.object({ user_id: z.int(), id: z.string(), ...unread }),
  /** Staff undid the removal of a message, which is back in its place. */
  MessageRestored: z.object({ user_id: z.int(), message: chatMessage, ...unread }),
  /** The user has read up to this message in some tab. */
  ConversationRead: z.object({ user_id: z.int(), read_id: z.string(), ...unread }),
  ConversationSeen: z.object({ user_id: z.int(), seen_id: z.string() }),
  /** Whether the user can message someone has changed: a block, a privacy setting, a lost buddy. Refetch it. */
  ContactChanged: z.object({ user_id: z.int(), username: z.string(), block: z.optional(z.boolean()) }),
  BuddyChanged: z.object({
    user_id: z.int(),
    username: z.string(),
    relation: z.enum(RELATIONS),
    counts: buddyCounts,
  }),
  /** The user follows a creator, or no longer does. */
  FollowChanged: z.object({ user_id: z.int(), following: z.boolean(), followers_count: z.int() }),
  Notified: z.object({ notification, unread_notifications: z.int() }),
  /** Notifications were read in some tab; all of them if `ids` is absent. */
  NotificationsRead: z.object({ ids: z.optional(z.array(z.int())), unread_notifications: z.int() }),
  /** Coins or XP changed. Both are absolute; the event with the larger `ledger_id` is newer. */
  LedgerMoved: z.object({ coins: z.int(), xp: z.int(), ledger_id: z.int() }),
  /** A stamp of the first night was earned and paid. */
  StampEarned: z.object({ stamp: z.enum(STAMPS), coins: z.int() }),
  /** The user's Gold or its subscription has changed. Refetch the details. */
  GoldChanged: z.object({ has_gold: z.boolean() }),
  /** Staff changed the user's username. Refetch everything. */
  Renamed: z.object({ username: z.string() }),
  /** An admin changed the user's role. Refetch everything. */
  RoleChanged: z.object({ role: z.enum(ROLES) }),
  /** The user cleared a level. `first`: for the first time. `best`: a new best time. */
  LevelCleared: z.object({
    level_id: z.int(),
    title: z.string(),
    time_ms: z.int(),
    best_ms: z.int(),
    first: z.boolean(),
    best: z.boolean(),
  }),
  RunChecked: z.object({ run: runSchema }),
  /** The user has played a level long enough to rate it. */
  RatingUnlocked: z.object({ level_id: z.int() }),
  /** `look` is the token of the look that the pictures show. */
  AvatarRendered: z.object({ bopi: bopiPicture, look: z.string() }),
  OutfitRendered: z.object({ outfit: picture }),
  ItemRendered: z.object({ item: picture }),
  Typed: z.object({ user_id: z.int() }),
  PresenceChanged: z.object({ users: z.array(z.object({ user_id: z.int(), ...presenceState })) }),
  /** The last frame before the server closes a socket, with the code (rule 9). `wait_ms`: until the page's turn (rule 17). */
  Closing: z.object({ code: z.int(), wait_ms: z.optional(z.int()) }),
} as const;

type Events = { [K in keyof typeof LIVE_EVENTS]: { event: K } & z.infer<(typeof LIVE_EVENTS)[K]> };
export type LiveEvent = Events[keyof Events];
export type LiveEventName = LiveEvent["event"];

export type StoredEvent = Exclude<
  LiveEvent,
  { event: "Hello" | "MessageSent" | "MessageRejected" | "Typed" | "PresenceChanged" | "Closing" }
>;

/** An event with the bookmarks of what it's about (rule 18). */
export type BookmarkedEvent = StoredEvent & { bookmark?: string };

/** `mark` is the sequence mark of a stored event, `bookmark` has the states of the databases that show what it's about. */
interface LiveFrame<E> {
  event: E;
  mark: string | null;
  bookmark: string | null;
}

/** Parses a text frame of the socket. The event is null if a newer server has sent one that this page doesn't know. */
export function parseLiveFrame(text: string): LiveFrame<LiveEvent | null> {
  const frame = JSON.parse(text) as { event?: unknown; mark?: unknown; bookmark?: unknown } | null;
  const { event: name, mark, bookmark } = frame ?? {};
  const isKnown = typeof name === "string" && Object.hasOwn(LIVE_EVENTS, name);
  const parsed = isKnown ? LIVE_EVENTS[name as LiveEventName].safeParse(frame) : null;
  return {
    event: parsed?.success ? ({ event: name, ...parsed.data } as LiveEvent) : null,
    mark: typeof mark === "string" ? mark : null,
    bookmark: typeof bookmark === "string" ? bookmark : null,
  };
}

/** Parses a text frame of the socket. Returns null for an unknown event. */
export function parseLiveEvent(text: string): LiveFrame<LiveEvent> | null {
  const { event, ...stamps } = parseLiveFrame(text);
  return event && { event, ...stamps };
}

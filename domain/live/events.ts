import * as z from "zod/mini";
import { bopiPicture } from "../api/answers.ts";
import { buddyCounts } from "../buddies/api.ts";
import { RELATIONS } from "../buddies/rules.ts";
import { chatMessage } from "../conversations/api.ts";
import { notification } from "../notifications/api.ts";
import { presence } from "../presence/presence.ts";

const picture = z.object({ id: z.int(), thumbnail_url: z.string() });
/** Messages not read: of the conversation, and of all of them. Absolute, so that hearing it twice or late does no harm. */
const unread = { unread: z.int(), unread_messages: z.int() };

/**
 * What a user's socket says, by the name in `event`; past tense. Those of `LASTING` are kept for pages that come back
 * (rule 3), the others are true only while they are said.
 */
export const LIVE_EVENTS = {
  /** The first thing a socket says (rule 4). `resume` tells what follows for a page that has said where it was. */
  Hello: z.object({
    resume: z.enum(["new", "silence", "replay", "resync"]),
    unread_messages: z.int(),
    unread_notifications: z.int(),
  }),
  /** Somebody wrote, or one did oneself on another page; `user_id` is the other of the two. */
  NewMessage: z.object({ user_id: z.int(), message: chatMessage, ...unread }),
  MessageDeleted: z.object({ user_id: z.int(), id: z.string(), ...unread }),
  /** One has read up to there, on some page. */
  ConversationRead: z.object({ user_id: z.int(), read_id: z.string(), ...unread }),
  /** The other has. */
  ConversationSeen: z.object({ user_id: z.int(), seen_id: z.string() }),
  /** Whether one can write to somebody has changed: a block, a privacy setting, a buddy lost. Ask for the rest. */
  ContactChanged: z.object({ user_id: z.int(), username: z.string(), block: z.optional(z.boolean()) }),
  BuddyChanged: z.object({
    user_id: z.int(),
    username: z.string(),
    relation: z.enum(RELATIONS),
    counts: buddyCounts,
  }),
  Notified: z.object({ notification, unread_notifications: z.int() }),
  /** Notifications were read on some page; all of them where none are named. */
  NotificationsRead: z.object({ ids: z.optional(z.array(z.int())), unread_notifications: z.int() }),
  /** Coins or XP came or went. Both are absolute; the larger `ledger_id` is the newer truth. */
  LedgerMoved: z.object({ coins: z.int(), xp: z.int(), ledger_id: z.int() }),
  /** What one pays for Gold, or whether one has it, has changed. Ask for the rest. */
  GoldChanged: z.object({ has_gold: z.boolean() }),
  /** Staff gave the user another username. Fetch the rest again. */
  Renamed: z.object({ username: z.string() }),
  /** One has cleared a level, in milliseconds; `first` for the first time, `best` in their best time. */
  LevelCleared: z.object({
    level_id: z.int(),
    title: z.string(),
    time_ms: z.int(),
    best_ms: z.int(),
    first: z.boolean(),
    best: z.boolean(),
  }),
  /** One has played a level long enough to rate it. */
  RatingUnlocked: z.object({ level_id: z.int() }),
  AvatarRendered: z.object({ bopi: bopiPicture }),
  OutfitRendered: z.object({ outfit: picture }),
  ItemRendered: z.object({ item: picture }),
  /** Somebody types to one, now. */
  Typed: z.object({ user_id: z.int() }),
  /** Where watched people are now. */
  PresenceChanged: z.object({ users: z.array(z.object({ user_id: z.int(), ...presence })) }),
  /** The last thing a socket says that is closed on purpose, with the code (rule 9): browsers tell of the close itself late. */
  Closing: z.object({ code: z.int() }),
} as const;

type Events = { [K in keyof typeof LIVE_EVENTS]: { event: K } & z.infer<(typeof LIVE_EVENTS)[K]> };
export type LiveEvent = Events[keyof Events];
export type LiveEventName = LiveEvent["event"];

/** Events that are kept for pages that come back. */
export type LastingEvent = Exclude<LiveEvent, { event: "Hello" | "Typed" | "PresenceChanged" | "Closing" }>;

/** What a message from the socket says, with its mark if it is a lasting one; null for what this code doesn't know. */
export function readLiveEvent(text: string): { event: LiveEvent; mark: string | null } | null {
  const said = JSON.parse(text) as { event?: unknown; mark?: unknown };
  if (typeof said?.event !== "string" || !Object.hasOwn(LIVE_EVENTS, said.event)) return null;
  const parsed = LIVE_EVENTS[said.event as LiveEventName].safeParse(said);
  if (!parsed.success) return null;
  const event = { event: said.event, ...parsed.data } as LiveEvent;
  return { event, mark: typeof said.mark === "string" ? said.mark : null };
}

import { createHash } from "node:crypto";
import type { UserCard } from "#domain/api/response.ts";
import { formatDuration } from "#domain/duration.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import type { Thread } from "#domain/forums/api.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import type { Item } from "#domain/items/api.ts";
import type { Level } from "#domain/levels/api.ts";
import type { Profile } from "#domain/users/api.ts";

/** The size of link previews that social networks and messengers show in full. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** Part of every share picture's URL. Raise it when the drawing changes. */
const VERSION = 2;

/** Everything that a share picture shows. */
export type ShareCard =
  | {
      kind: "profile";
      name: string;
      bopi: string;
      colors: [start: string, end: string];
      chips: string[];
    }
  | {
      kind: "level";
      title: string;
      creator: string;
      bopi: string;
      picture: string;
      /** 0 to 5; null if unrated. */
      stars: number | null;
      chips: string[];
    }
  | { kind: "item"; title: string; creator: string; picture: string; price: number | null; chips: string[] }
  | { kind: "thread"; title: string; author: string; bopi: string; chips: string[] }
  | { kind: "event"; title: string; color: string; goal: string; picture: string | null; chips: string[] };

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
const some = (count: number, one: string) => (count > 0 ? [counted(count, one)] : []);

type Owner = Pick<UserCard, "username" | "bopi">;

export const profileShareCard = (
  user: Pick<Profile, "username" | "bopi" | "level" | "levels_count" | "clears_count" | "custom_theme">,
): ShareCard => ({
  kind: "profile",
  name: user.username,
  bopi: user.bopi.avatar_url,
  colors: [
    user.custom_theme.gradient_start_color,
    user.custom_theme.gradient_end_color ?? user.custom_theme.gradient_start_color,
  ],
  chips: [`Spirit ${user.level}`, ...some(user.levels_count, "level"), ...some(user.clears_count, "clear")],
});

export const levelShareCard = (
  level: Pick<Level, "title" | "picture_url" | "rating" | "clears_count" | "best_ms"> & { user: Owner },
): ShareCard => ({
  kind: "level",
  title: level.title,
  creator: level.user.username,
  bopi: level.user.bopi.avatar_url,
  picture: level.picture_url,
  stars: level.rating > 0 ? Math.round(level.rating) / 2 : null,
  chips: [
    ...(level.best_ms === null ? [] : [`Best ${formatDuration(level.best_ms)}`]),
    ...some(level.clears_count, "clear"),
  ],
});

export const itemShareCard = (
  item: Pick<Item, "name" | "thumbnail_url" | "is_purchasable" | "price" | "stock"> & { user: Owner },
): ShareCard => ({
  kind: "item",
  title: item.name,
  creator: item.user.username,
  picture: item.thumbnail_url,
  price: item.is_purchasable ? item.price : null,
  chips: item.stock === null ? [] : [`Limited to ${item.stock.toLocaleString("en")}`],
});

export const threadShareCard = (
  thread: Pick<Thread, "title" | "replies_count" | "subforum_id"> & { user: Owner },
): ShareCard => ({
  kind: "thread",
  title: thread.title,
  author: thread.user.username,
  bopi: thread.user.bopi.avatar_url,
  chips: [
    SUBFORUMS[thread.subforum_id as SubforumId].name,
    ...(thread.replies_count > 0 ? [counted(thread.replies_count, "reply", "replies")] : []),
  ],
});

export const eventShareCard = (event: LevelEvent): ShareCard => ({
  kind: "event",
  title: event.short_name,
  color: event.highlight_color,
  goal: `Clear ${counted(event.goal, "level")} to win`,
  picture: event.levels[0]?.thumbnail_url ?? null,
  chips: [
    ...(event.reward.coins > 0 ? [counted(event.reward.coins, "coin")] : []),
    ...(event.reward.xp > 0 ? [`${event.reward.xp.toLocaleString("en")} XP`] : []),
    ...(event.reward.item ? [event.reward.item.name] : []),
  ],
});

/** A name of what a share picture shows: it changes whenever the picture does. */
const contentKey = (card: ShareCard): string =>
  createHash("sha256")
    .update(JSON.stringify([VERSION, card]))
    .digest("hex")
    .slice(0, 16);

/** The path of a share picture. It's drawn when it is first requested. */
export const sharePicturePath = (card: ShareCard, id: string | number): string =>
  `/share/${card.kind}/${id}/${contentKey(card)}.jpg`;

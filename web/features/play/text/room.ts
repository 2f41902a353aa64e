import type { Emote } from "#domain/room/emotes.ts";
import { SITE } from "#domain/site.ts";
import { formatCount } from "#web/lib/format.ts";
import { ordinal } from "#web/lib/ordinal.ts";

export const roomText = {
  players: (count: number) => formatCount(count, "player"),
  openChat: "Chat",
  emote: "Emote",
  withKey: (name: string, key: string) => (key ? `${name} (${key})` : name),
  hidden: (key: string) => `Others are hidden. Press ${key} to show them.`,
  hiddenTouch: "Others are hidden.",
  shown: "Others are shown again.",
  reconnecting: "Reconnecting… you can keep playing",
  moving: "Moving you to a new room…",
  alone: "You play on alone; your run will be checked when you are back",
  /** Of a level that no room could be found for. */
  noRoom: "You're playing alone: there's no room right now.",
  full: "You're playing alone: all rooms are full right now.",
  failed: (message: string) => `You're playing alone. ${message}`,
  joined: (username: string) => `${username} joined`,
  left: (username: string) => `${username} left`,
  finished: (username: string, time: string, place: number | null) =>
    place === null
      ? `${username} finished in ${time}`
      : `${username} finished in ${time} — ${ordinal(place)}`,
} as const;

export const roomChatText = {
  log: "Chat",
  field: "Message to everyone here",
  placeholder: "Say something…",
  send: "Send",
  close: "Close chat",
  empty: "Nothing here yet. Say hello!",
  line: (username: string, text: string) => `${username}: ${text}`,
  several: (count: number, last: string) => `${formatCount(count, "new message")}. ${last}`,
  left: (count: number) => `${count} left`,
  tooLong: (count: number) => `${formatCount(count, "character")} too many`,
} as const;

export const roomPeopleText = {
  title: "Players here",
  count: (count: number) =>
    count === 1 ? "Only you so far." : `${formatCount(count, "player")}, you included.`,
  invite: "Buddies who join this level land here, beside you.",
  you: "You",
  buddy: "Buddy",
  creator: "Creator",
  staff: "Staff",
  muted: "Muted",
  watching: "Watching",
  best: (place: number) => `${ordinal(place)} place`,
  watch: "Watch",
  mute: "Mute",
  unmute: "Unmute",
  block: "Block",
  report: "Report",
  remove: "Remove for an hour",
  profile: "Profile",
  hideOthers: "Hide others",
  hideOthersHint: "You still see their chat.",
  reportTitle: (username: string) => `Report ${username}`,
  reportText: "Our moderators get the newest lines of the chat here, too.",
  removeTitle: (username: string) => `Remove ${username} from this level?`,
  removeText: (username: string) => `${username} can't play it with others for an hour.`,
  removeAction: "Remove",
} as const;

export const emoteText = {
  title: "Emotes",
  names: {
    wave: "Wave",
    cheer: "Cheer",
    dance: "Dance",
    laugh: "Laugh",
    point: "Point",
    sit: "Sit",
    sad: "Sad",
    heart: "Heart",
  } satisfies Record<Emote, string>,
} as const;

export const spectateText = {
  title: "Watching",
  watching: (username: string) => `Watching ${username}`,
  previous: "Previous player",
  next: "Next player",
  stop: "Stop watching",
  missing: "They aren't in this room anymore.",
  notAllowed: (username: string) => `${username} can't be watched.`,
} as const;

export const roomPageText = {
  signedOut: {
    title: "You've been signed out",
    text: "Sign in again to play with others.",
    action: "Sign in",
  },
  banned: {
    title: "Your account is banned",
    text: "You can't play with others right now.",
    action: "See why",
  },
  removed: {
    title: "You were removed from this level",
    text: "Its creator or a moderator removed you. You can come back in an hour.",
    action: "Browse levels",
  },
  elsewhere: {
    title: "You're playing somewhere else",
    text: "You joined a level in another tab or on another device. You can play in one place at a time.",
    action: "Play here",
  },
  closed: {
    title: "This level is closed",
    text: "It was deleted or made private while you played.",
    action: "Browse levels",
  },
  dropped: {
    title: "You dropped out of the room",
    text: "Your game and the room no longer agreed. Your finished runs are safe.",
    action: "Join again",
  },
  updated: {
    title: "This level has just changed",
    text: "Load it again to play the newest version with everyone.",
    action: "Load again",
  },
  otherClient: {
    title: `They play in ${SITE.client}`,
    text: "You can join them there, or play here.",
    desktop: `Open in ${SITE.client}`,
    here: "Play here without them",
  },
  cantJoin: {
    title: "You can't join them right now",
    text: "You can still play this level.",
    here: "Play without them",
  },
} as const;

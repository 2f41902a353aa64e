/** The emotes of a player, in the order of their keys. An emote's number in frames is its index. */
export const EMOTES = ["wave", "cheer", "dance", "laugh", "point", "sit", "sad", "heart"] as const;
export type Emote = (typeof EMOTES)[number];

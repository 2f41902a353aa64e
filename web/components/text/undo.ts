import type { RemovalType } from "#domain/moderation/types.ts";

const KINDS: Record<RemovalType, string> = {
  level: "Level",
  comment: "Comment",
  message: "Message",
  item: "Item",
  thread: "Thread",
  reply: "Reply",
  user: "Bio",
  rating: "Rating",
  picture: "Level picture",
};

export const undoText = {
  kind: (type: RemovalType): string => KINDS[type],
  undo: "Undo removal",
  undoOf: (name: string) => `Undo removal of ${name}`,
  until: "Possible until",
  undone: "Removal undone",
  title: "Bring it back?",
  text: "It returns exactly as it was, in its old place. Its owner and everyone who reported it are notified. Warnings and bans stay.",
  hint: "Optional. The owner will see it.",
  submit: "Bring it back",
} as const;

import type { EMOTICONS } from "#domain/comments/rules.ts";

type Emoticon = (typeof EMOTICONS)[number];

/** Words of the comments under a level, an item or a profile. */
export const commentsText = {
  title: "Comments",
  label: "Write a comment",
  field: "Comment",
  placeholder: "Say something nice…",
  shortcut: "Ctrl + Enter sends",
  send: "Send",
  emoticons: "Emoticons",
  emoticon: (name: Emoticon) => name.replaceAll("_", " "),
  signIn: "Sign in to comment",
  off: {
    level: "The creator of this level has turned comments off.",
    item: "The creator of this item has turned comments off.",
    user: "This person does not take comments from you.",
  },
  none: "No comments found",
  noneFirst: "Be the first to say something.",
  loading: "Loading comments",
  more: "Show More",
  menu: (username: string) => `More about ${username}'s comment`,
  report: "Report",
  delete: "Delete",
  deleteComment: "Delete comment",
  deleteOwn: "Delete your comment?",
  deleteTitle: (username: string) => `Delete ${username}'s comment?`,
  sending: "Sending…",
  notSent: "Not sent.",
  retry: "Retry",
  change: "Change",
  by: (username: string) => `By ${username}`,
  gold: "Gold member",
} as const;

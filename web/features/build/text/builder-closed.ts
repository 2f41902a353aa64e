export const builderClosedText = {
  signedOut: {
    title: "You're signed out",
    text: "Sign in to go on building. Everything that was saved is still here.",
    action: "Sign in",
  },
  banned: { title: "Your account is banned", text: "You can't build right now.", action: "See why" },
  removed: {
    title: "You can't build this level anymore",
    text: "Its creator removed you, or you're no longer buddies.",
    action: "Browse levels",
  },
  full: {
    title: "Everyone's place is taken",
    text: "8 people are building here already, or you have it open in too many tabs.",
    action: "Try again",
  },
  levelDeleted: {
    title: "This level was deleted",
    text: "There's nothing left to build here.",
    action: "Start a new level",
  },
  newer: {
    title: "This page is from before an update",
    text: "The level has something in it that only the new version can show. Reload the page to go on; everything that was saved is still here.",
    action: "Reload the page",
  },
  dropped: {
    title: "The connection was lost",
    text: "Something unexpected was sent. Reload the page to go on; everything that was saved is still here.",
    action: "Reload the page",
  },
} as const;

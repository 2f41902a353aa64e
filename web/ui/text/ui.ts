import { SITE } from "#domain/site.ts";

export const uiText = {
  busy: "Working…",
  cancel: "Cancel",
  ok: "Ok",
  error: "Error",
  dismiss: "Dismiss",
  retry: "Retry",
  failedTitle: "That didn't work",
  failed: "An error occurred",
  notLoaded: {
    offline: "You're offline. The page opens when you're back online.",
    unreachable: `${SITE.name} can't be reached. Check your connection.`,
    failed: "That couldn't be loaded. Try again.",
    updated: `${SITE.name} was updated. Reload the page.`,
  },
  overlayOffline: "You're offline. Try again when you're back online.",
  reload: "Reload the page",
  notifications: "Notifications",
  previous: "Previous",
  next: "Next",
  gold: "Gold member",
} as const;

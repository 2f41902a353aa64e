import { SITE } from "#domain/site.ts";

/** Words that the design system's own controls say. */
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
    offline: `${SITE.name} can't be reached. Check your connection.`,
    failed: "That couldn't be loaded. Try again.",
    updated: `${SITE.name} was updated. Reload the page to go on.`,
  },
  reload: "Reload the page",
  notifications: "Notifications",
  previous: "Previous",
  next: "Next",
  gold: "Gold member",
} as const;

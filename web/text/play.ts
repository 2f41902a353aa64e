import { SITE } from "#domain/site.ts";

/** Words on the way into a level. */
export const playText = {
  asking: "Finding you a place…",
  starting: `Starting ${SITE.client}…`,
  nothing: "Nothing happens?",
  byHand: "Open it by hand",
  answered: `${SITE.client} seems to have answered.`,
  nothingOpened: "Nothing opened?",
  downloadTitle: `Download ${SITE.client}`,
  silent: `${SITE.client} was not detected on this system: it didn't answer.`,
  get: "If you don't have it yet, download it from the link below.",
  again: "If you do, try again.",
  have: "You have it?",
  before: "It has answered on this device before: it may still be starting.",
  phone: "It runs on computers with Windows, macOS or Linux, not on phones and tablets.",
  download: `Download ${SITE.client}`,
  retry: "Retry",
  errorTitle: "Error joining",
  failed: "An error occurred",
} as const;

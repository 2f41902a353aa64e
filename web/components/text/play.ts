import { SITE } from "#domain/site.ts";

export const playText = {
  joining: "Finding you a spot…",
  starting: `Starting ${SITE.client}…`,
  nothing: "Nothing happening?",
  openManually: "Open it manually",
  opened: `${SITE.client} seems to be starting.`,
  nothingOpened: "Nothing opened?",
  downloadTitle: `Download ${SITE.client}`,
  silent: `${SITE.client} was not detected on this system: it didn't answer.`,
  get: "If you don't have it yet, download it from the link below.",
  again: "If you do, try again.",
  installed: "Already installed?",
  before: "It has opened on this device before, so it may still be starting.",
  instead: "Nothing to install: you can also play this level right here.",
  noHost: `${SITE.client} needs a game server, and none is running. You can play this level right here instead.`,
  download: `Download ${SITE.client}`,
  retry: "Retry",
  errorTitle: "Error joining",
} as const;

import { SITE } from "#domain/site.ts";
import { fileSize } from "#web/lib/file-size.ts";

export const playerLoadText = {
  title: (level: string) => `Play ${level}`,
  page: "Play",
  canvas: (title: string) => `${title}, the level in 3D`,
  jump: "Jump",
  by: (username: string) => `By ${username}`,
  loading: "Loading",
  bytes: (loaded: number, total: number | null) =>
    total === null ? fileSize(loaded) : `${fileSize(loaded)} of ${fileSize(total)}`,
  connecting: "Connecting…",
  building: "Building the level…",
  slow: "Slow connection. Hang on, it's still coming.",
  back: "Back to the level",
  browse: "Browse levels",
  retry: "Retry",
  failedTitle: "This level didn't load",
  failed: {
    offline: `${SITE.name} can't be reached. Check your connection, then try again.`,
    code: `The player couldn't be loaded. ${SITE.name} may have been updated: reload the page.`,
    world: "The level's blocks couldn't be downloaded. Try again.",
    newer: `This level needs a newer version of ${SITE.name}. Reload the page.`,
    build: "Something went wrong while the level was being built. Try again.",
  },
  reload: "Reload the page",
  noWebGlTitle: "Your browser can't draw 3D here",
  noWebGl: `It needs WebGL 2. Update your browser, turn on graphics acceleration, or play with ${SITE.client} on a computer.`,
  getClient: `Get ${SITE.client}`,
  missingTitle: "This level isn't here",
  missing: "It was deleted, is private, or never existed. There are plenty of others, though.",
} as const;

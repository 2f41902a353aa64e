import { SITE } from "#domain/site.ts";
import type { GameEventKind } from "#web/game/game-state.ts";
import { fileSize } from "#web/lib/file-size.ts";
import { formatCount } from "#web/lib/format.ts";

const stars = (count: number) => formatCount(count, "star");

/** Strings of the player while it loads and when it can't. */
export const playerLoadText = {
  title: (level: string) => `Play ${level}`,
  page: "Play",
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

/** The task of a level: its stars, its goal, both, or nothing. */
export function levelTask(starCount: number, hasGoal: boolean): string {
  if (starCount > 0 && hasGoal) return `Collect ${stars(starCount)}, then reach the goal`;
  if (starCount > 0) return `Collect ${starCount === 1 ? "the star" : `all ${stars(starCount)}`}`;
  return hasGoal ? "Reach the goal" : "Explore. There's no goal here";
}

/** Strings over the level while it is played. */
export const playerText = {
  canvas: (title: string) => `${title}, the level in 3D`,
  stars: (collected: number, total: number) => `${collected} of ${stars(total)}`,
  time: "Time",
  jump: "Jump",
  menu: "Menu",
  mute: "Mute",
  unmute: "Unmute",
  fps: (fps: number) => `${fps} frames per second.`,
  ready: "Move to start the clock",
  words: {
    star: "Star!",
    lastStar: "All stars!",
    checkpoint: "Checkpoint",
    death: "Ouch!",
    finish: "Finish!",
  },
  announce: {
    ready: (title: string, task: string) => `${title}. ${task}. The clock starts when you move.`,
    started: "Go!",
    star: (collected: number, total: number) => `Star ${collected} of ${total}`,
    allStars: "You have every star. Reach the goal.",
    checkpoint: (number: number, total: number) => `Checkpoint ${number} of ${total}`,
    death: (deaths: number) => `You fell. ${formatCount(deaths, "death")} so far.`,
    finish: (time: string) => `Finished in ${time}`,
    racing: (name: string) => `You're racing ${name}.`,
  },
  racing: (name: string) => `Racing ${name}`,
  ahead: (seconds: string) => `${seconds} s ahead`,
  even: "Neck and neck",
  behind: (seconds: string) => `${seconds} s behind`,
  you: "You",
  ghostMissing: "This run can't be shown. It was deleted, or it doesn't count.",
  ghostIncompatible: "This run was made with other rules of movement, so it can't be shown.",
  rejected: "This run couldn't be saved",
  catchingUp: "Catching up…",
  contextLost: "Waiting for your graphics card…",
  captions: {
    jump: "Jump",
    land: "Landing",
    star: "Star chime",
    checkpoint: "Checkpoint bell",
    death: "Crash",
    respawn: "Pop",
    bounce: "Boing",
    boost: "Whoosh",
    crumble: "Crumbling",
    splash: "Splash",
    finish: "Fanfare",
  } satisfies Record<GameEventKind, string>,
  caption: (sound: string) => `[${sound}]`,
} as const;

/** Hints of the first visit, for each input device. */
export const playerHintsText = {
  move: {
    keys: (keys: string) => `Move with ${keys}`,
    touch: (jumpSide: "left" | "right") =>
      `Drag on the ${jumpSide === "left" ? "right" : "left"} side to move`,
    pad: "Left stick to move",
  },
  look: {
    keys: (isLocked: boolean) =>
      isLocked ? "Move the mouse to look around" : "Drag with the mouse to look around",
    touch: "Drag on the other side to look",
    pad: "Right stick to look around",
  },
  jump: {
    keys: (key: string) => `${key} to jump`,
    touch: "Tap the arrow to jump",
    pad: (button: string) => `${button} to jump`,
  },
  or: "or",
  done: "Done",
} as const;

/** Strings of the menu over a run. */
export const pauseText = {
  title: "Paused",
  text: "Your clock keeps running while this is open.",
  textReady: "Your clock starts when you move.",
  textDone: "Your run is over. Take your time.",
  resume: "Resume",
  restart: "Restart run",
  respawn: "Last checkpoint",
  settings: "Settings",
  fullscreen: "Full screen",
  leaveFullscreen: "Leave full screen",
  leave: "Leave level",
} as const;

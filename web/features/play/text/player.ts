import type { GameEventKind } from "#web/game/game-state.ts";
import { formatCount } from "#web/lib/format.ts";

const stars = (count: number) => formatCount(count, "star");

/** The task of a level: its stars, its goal, both, or nothing. */
export function levelTask(starCount: number, hasGoal: boolean): string {
  if (starCount > 0 && hasGoal) return `Collect ${stars(starCount)}, then reach the goal`;
  if (starCount > 0) return `Collect ${starCount === 1 ? "the star" : `all ${stars(starCount)}`}`;
  return hasGoal ? "Reach the goal" : "Explore. There's no goal here";
}

export const playerText = {
  stars: (collected: number, total: number) => `${collected} of ${stars(total)}`,
  time: "Time",
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

export const pauseText = {
  title: "Menu",
  text: "Your clock keeps running while this is open.",
  textReady: "Your clock starts when you move.",
  textDone: "Your run is over. Take your time.",
  resume: "Resume",
  restart: "Restart run",
  respawn: "Last checkpoint",
  settings: "Settings",
  players: "Players",
  fullscreen: "Full screen",
  leaveFullscreen: "Leave full screen",
  leave: "Leave level",
} as const;

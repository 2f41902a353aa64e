import { SITE } from "#domain/site.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { ordinal } from "#web/lib/ordinal.ts";

export const finishText = {
  title: "Level cleared!",
  bestTitle: "New best time!",
  time: "Your time",
  deaths: (deaths: number) => (deaths === 0 ? "No deaths" : formatCount(deaths, "death")),
  best: "Personal best",
  faster: (time: string) => `${time} faster than before`,
  slower: (time: string) => `${time} off your best`,
  same: "Exactly your best time",
  firstClear: "Your first clear",
  /** The first ten places stay free for live runs, so a rank can be beyond the number of players. */
  rank: (rank: number, total: number) =>
    rank > total ? ordinal(rank) : `${ordinal(rank)} of ${formatNumber(total)}`,
  rankLabel: "Rank",
  medals: {
    creator: "You beat the creator's time",
    top_ten: "One of the ten fastest",
    best: "Your fastest run yet",
  },
  sending: "Sending your run…",
  checking: "Checking…",
  checkingHint: "We play your run again to confirm the time. You don't have to wait.",
  notClearable: "This level has no stars and no goal, so there's nothing to clear.",
  unsent: "Your run is kept on this device until it can be sent.",
  rejected: "This run couldn't be saved",
  replay: "Watch replay",
  race: "Race a ghost",
  again: "Play again",
  againKey: "R",
  next: "Next level",
  rate: "How was it?",
  share: "Share",
  shareTitle: (level: string) => `${level} on ${SITE.name}`,
  shareText: (level: string, time: string) => `I cleared ${level} in ${time}. Can you beat that?`,
  copied: "Link copied.",
  copyFailed: (link: string) => `The link couldn't be copied. It's ${link}`,
  signUp: "Sign up to save this run",
  signUpHint: "It's kept on this device. Sign up and your time counts.",
  signIn: "I have an account",
  toLevel: "Level page",
  ghosts: {
    own: (time: string) => `Your best, ${time}`,
    record: (name: string, time: string) => `The record by ${name}, ${time}`,
    creator: (name: string, time: string) => `${name}, who built it, ${time}`,
    none: "Race no one",
  },
} as const;

export const replayText = {
  heading: (name: string, time: string) => `${name}'s run, ${time}`,
  ownHeading: (time: string) => `Your run, ${time}`,
  controls: "Replay",
  play: "Play",
  pause: "Pause",
  speed: "Speed",
  speeds: { "0.5": "½×", "1": "1×", "2": "2×" },
  position: "Position",
  at: (time: string, total: string) => `${time} of ${total}`,
  freeCamera: "Free camera",
  race: "Race this ghost",
  leave: "Leave replay",
  jump: "Jump",
} as const;

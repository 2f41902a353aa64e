import { STAMP_COINS, STAMPS, type Stamp } from "#domain/first-night/stamps.ts";

interface StampStrings {
  todo: string;
  done: string;
  earned: string;
}

export const firstNightText = {
  welcome: (username: string) => `Hello, ${username}!`,
  title: "Your first night in town",
  text: `Five stamps, ${STAMP_COINS} coins each. Collect them all!`,
  progress: (count: number) => `${count} of ${STAMPS.length} stamps`,
  reward: `+${STAMP_COINS} coins`,
  got: "Done",
  stamps: {
    dress: { todo: "Dress your bopi", done: "Bopi dressed", earned: "Looking good!" },
    play: { todo: "Play a level", done: "Level played", earned: "Game on!" },
    rate: { todo: "Favorite or rate something", done: "Favorite or rating given", earned: "Good taste!" },
    write: { todo: "Write a comment", done: "Said hello", earned: "Hello, town!" },
    buddy: { todo: "Find a buddy", done: "Buddy found", earned: "Friendly!" },
  } satisfies Record<Stamp, StampStrings>,
  /** The `count`th stamp, on its celebration. */
  earned: (stamp: Stamp, count: number, coins: number): string =>
    `${firstNightText.stamps[stamp].earned} Stamp ${count} of ${STAMPS.length}, +${coins} coins`,
  full: (coins: number) => `That was the last stamp! +${coins} coins`,
} as const;

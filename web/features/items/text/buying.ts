import { coinsText } from "#web/components/text/coins.ts";

const { coins } = coinsText;

/** Strings of the modal that buys an item or a copy. */
export const buyingText = {
  confirmGet: (name: string) => `Get “${name}”?`,
  confirmBuy: (name: string) => `Buy “${name}”?`,
  from: (username: string) => `From ${username}`,
  byMaker: (username: string) => `Made by ${username}`,
  price: "Price",
  buyFor: (price: number) => (price === 0 ? "Get it for free" : `Buy for ${coins(price)}`),
  close: "Close",
  bought: (name: string) => `“${name}” is yours!`,
  repriced: (before: number, after: number) =>
    `The price changed from ${coins(before)} to ${coins(after)}. Do you still want it?`,
} as const;

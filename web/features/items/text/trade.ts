import { coinsText } from "#web/components/text/coins.ts";
import { formatNumber } from "#web/lib/format.ts";

const { coins } = coinsText;

export const tradeText = {
  deal: "Get it",
  left: (remaining: number, stock: number) => `${formatNumber(remaining)} of ${formatNumber(stock)} left`,
  soldOut: "Sold out",
  ended: "No longer sold",
  offsale: "Not for sale",
  offsaleHint: "Its creator isn't selling it right now.",
  goldNow: (month: string) => `Gold month: ${month}. Gold members can buy it in this month only.`,
  goldOnly: "Gold members only",
  goldLater: (month: string) => `Gold members can buy it in ${month}.`,
  goldOver: (month: string) => `Gold members could buy it in ${month}.`,
  noOffers: "No one is selling a copy right now.",
  cheapest: "Cheapest copy",
  signIn: "Sign in to buy",
  get: "Get it",
  buy: "Buy",
  buyCheapest: "Buy the cheapest",
  buyCopy: (serial: number, username: string) => `Buy copy #${formatNumber(serial)} from ${username}`,
  serial: (serial: number) => `#${formatNumber(serial)}`,
  owned: "You own this",
  wear: "Wear it",
  othersPay: (price: number) => (price === 0 ? "Free for everyone." : `Others pay ${coins(price)}.`),

  offered: (price: number) => `Your copy is on sale for ${coins(price)}.`,
  offer: "Sell your copy",
  offerHint: "This item is no longer sold. You can sell your copy to others.",
  change: "Change price",
  takeBack: "Stop selling",
  tookBack: "Your copy is off the market.",

  offers: "Copies for sale",
  offersLabel: "Copies for sale, cheapest first",
  offersPages: "Pages of copies",
  loadingOffers: "Loading copies",
  none: "No copies for sale",
  noneHint: "Anyone who owns a copy can sell it here.",
  toShop: "See more in the shop",
  nonePage: "This page doesn't exist.",
  yours: "Your offer",
  ownOne: "You already own this. It's limited to one per person.",
} as const;

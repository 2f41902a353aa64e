import { coinsText } from "#web/components/text/coins.ts";
import { formatNumber } from "#web/lib/format.ts";

const { coins } = coinsText;

/** Strings of buying an item or a copy, of selling your own, and of the price history. */
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

  offered: (price: number) => `Your copy is on sale for ${coins(price)}.`,
  offer: "Sell your copy",
  offerHint: "This item is no longer sold. You can sell your copy to others.",
  change: "Change price",
  takeBack: "Stop selling",
  tookBack: "Your copy is off the market.",
  offerTitle: (name: string) => `Sell your “${name}”`,
  offerText: "Your bopi takes it off while it's on sale. The first to pay the price gets it right away.",
  offerPrice: "Price",
  offerMissing: "Price must be at least 1 coin.",
  offerSave: "Put on sale",
  offerDone: (price: number) => `Your copy is on sale for ${coins(price)}.`,
  lowest: (price: number) => `The cheapest copy costs ${coins(price)}.`,

  offers: "Copies for sale",
  offersLabel: "Copies for sale, cheapest first",
  offersPages: "Pages of copies",
  loadingOffers: "Loading copies",
  none: "No copies for sale",
  noneHint: "Anyone who owns a copy can sell it here.",
  toShop: "See more in the shop",
  nonePage: "This page doesn't exist.",
  firstPage: "First page",
  yours: "Your offer",
  ownOne: "You already own this. It's limited to one per person.",

  prices: "Price history",
  average: (price: number) => `Recent average: ${coins(price)}`,
  noPrices: "No copy has been resold yet",
  loadingPrices: "Loading prices",
  chartDays: "Days with sales",
  chart: (from: string, to: string, lowest: number, highest: number) =>
    `From ${from} to ${to}, copies sold for ${coins(lowest)} to ${coins(highest)}.`,
  chartOfDay: (day: string, lowest: number, highest: number) =>
    lowest === highest
      ? `On ${day}, copies sold for ${coins(lowest)}.`
      : `On ${day}, copies sold for ${formatNumber(lowest)} to ${coins(highest)}.`,
  dayLabel: (day: string, average: number, count: number) =>
    `${day}: ${coins(average)} on average, ${formatNumber(count)} sold`,
  table: "All days as a table",
  tableLabel: "Price history",
  columns: { day: "Day", count: "Sold", average: "Average", lowest: "Lowest", highest: "Highest" },
} as const;

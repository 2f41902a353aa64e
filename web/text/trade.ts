import { exact } from "#web/lib/format.ts";
import { coinsText } from "./coins.ts";

const { coins } = coinsText;

/** Words of buying an item or a copy of it, of offering one's own, and of what copies went for. */
export const tradeText = {
  deal: "Get it",
  free: "FREE",
  coinsAfter: (price: number) => (price === 1 ? "coin" : "coins"),
  left: (remaining: number, stock: number) => `${exact(remaining)} of ${exact(stock)} left`,
  soldOut: "Sold out",
  ended: "Sold no more",
  offsale: "Not for sale",
  offsaleHint: "Its creator does not sell it just now.",
  goldNow: (month: string) => `Gold month: ${month}. Gold members can buy it in this month only.`,
  goldOnly: "Gold members only",
  goldLater: (month: string) => `Gold members can buy it in ${month}.`,
  goldOver: (month: string) => `Gold members could buy it in ${month}.`,
  noOffers: "Nobody offers a copy just now.",
  cheapest: "Cheapest copy",
  signIn: "Sign in to buy",
  get: "Get it",
  buy: "Buy",
  buyCheapest: "Buy the cheapest",
  buyCopy: (serial: number, username: string) => `Buy copy #${exact(serial)} from ${username}`,
  serial: (serial: number) => `#${exact(serial)}`,
  owned: "You own this",
  wear: "Wear it",
  othersPay: (price: number) =>
    price === 0 ? "Others get it for free." : `Others get it for ${coins(price)}.`,

  confirmGet: (name: string) => `Get “${name}”?`,
  confirmBuy: (name: string) => `Buy “${name}”?`,
  from: (username: string) => `From ${username}`,
  byMaker: (username: string) => `Made by ${username}`,
  price: "Price",
  balance: "You have",
  after: "Left afterwards",
  missing: (count: number) => `You need ${coins(count)} more.`,
  buyFor: (price: number) => (price === 0 ? "Get it for free" : `Buy for ${coins(price)}`),
  close: "Close",
  bought: (name: string) => `“${name}” is yours!`,
  repriced: (before: number, after: number) =>
    `The price has changed from ${coins(before)} to ${coins(after)}. Do you still want it?`,

  offered: (price: number) => `You offer your copy for ${coins(price)}.`,
  offer: "Offer your copy",
  offerHint: "This item is sold no more. You can offer your copy to others.",
  change: "Change the price",
  takeBack: "Take it back",
  tookBack: "Your copy is off the market.",
  offerTitle: (name: string) => `Offer your “${name}”`,
  offerText: "Your bopi takes it off while it is offered. Whoever pays the price gets it at once.",
  offerPrice: "Price",
  offerMissing: "Price must be at least 1 coin.",
  offerSave: "Offer it",
  offerDone: (price: number) => `Your copy is offered for ${coins(price)}.`,
  lowest: (price: number) => `The cheapest copy costs ${coins(price)}.`,

  offers: "Copies for sale",
  offersLabel: "Copies that are offered, the cheapest first",
  offersPages: "Pages of copies",
  loadingOffers: "Loading copies",
  none: "No copies for sale",
  noneHint: "Whoever has one can offer it here.",
  nonePage: "This page is past the last one.",
  firstPage: "First page",
  yours: "Your offer",
  ownOne: "You own a copy, and one is all anybody can have.",

  prices: "Price history",
  average: (price: number) => `Recent average: ${coins(price)}`,
  noPrices: "No copy has been resold yet",
  loadingPrices: "Loading prices",
  chartDays: "Days with sales",
  chart: (from: string, to: string, lowest: number, highest: number) =>
    `From ${from} to ${to} copies went for ${coins(lowest)} to ${coins(highest)}.`,
  chartOfDay: (day: string, lowest: number, highest: number) =>
    lowest === highest
      ? `On ${day} copies went for ${coins(lowest)}.`
      : `On ${day} copies went for ${exact(lowest)} to ${coins(highest)}.`,
  daySaid: (day: string, average: number, count: number) =>
    `${day}: ${coins(average)} on average, ${exact(count)} sold`,
  table: "All days as a table",
  tableLabel: "Price history",
  columns: { day: "Day", count: "Sold", average: "Average", lowest: "Lowest", highest: "Highest" },
} as const;

import type { BopiPose } from "#domain/avatar/look-url.ts";
import { coinsText } from "#web/components/text/coins.ts";

const { coins } = coinsText;

export const closetText = {
  owned: "Yours",
  freeItems: "Free for everyone",
  affordable: "You can buy these",
  dear: "Worth saving up for",
  tryOn: (shown: string) => `Try on ${shown}`,
  /** All that a tile shows, in its order. */
  tile: (name: string, price: number | null, isNew: boolean, isTried: boolean) => {
    const cost = price === null ? isNew && "yours now" : price === 0 ? "free" : coins(price);
    return [name, isTried && "trying on", cost].filter(Boolean).join(", ");
  },
  tryingOn: "Trying on",
  /** The count and price of tried-on items, next to Save. */
  trying: (count: number, total: number) => `Trying on ${count} · ${total === 0 ? "free" : coins(total)}`,
  nowTrying: (name: string, price: number) =>
    price === 0 ? `Trying on ${name}. It's free.` : `Trying on ${name}. It costs ${coins(price)}.`,
  nowWearing: (name: string) => `Wearing ${name}.`,
  tookOff: (name: string) => `Took off ${name}.`,
  more: "See more in the shop",
  moreHint: "Gold items and resold copies are only in the shop.",
  showing: (count: number, category: string) => `${count} ${category.toLowerCase()} shown`,
  buyAndWear: "Buy and wear",
  getAndWear: "Get and wear",
  checkout: "Buy and wear?",
  checkoutText: "Nothing is paid until you confirm.",
  buyAndWearFor: (total: number) => (total === 0 ? "Get and wear" : `Buy and wear for ${coins(total)}`),
  saveOwned: "Save without them",
  bought: "Yours now",
  total: "Total",
  someFailed: "Something changed in the meantime. Check the list before you go on.",
  repriced: (before: number, after: number) => `The price changed from ${before} to ${coins(after)}.`,
  notBought: "That didn't work. Try again in a moment.",
  dice: "Surprise me",
  diced: "A random look. Step back returns to the one before.",
  diceFailed: "The dice got stuck. Try again in a moment.",
  stepBack: "Step back",
  stepForward: "Step forward",
  options: "Options",
  photo: "Take a photo",
  photoTitle: "Photo of your bopi",
  pose: "Pose",
  poses: {
    idle: "Standing",
    wave: "Waving",
    sit: "Sitting",
    shrug: "Shrugging",
    cheer: "Cheering",
    sleep: "Sleeping",
    carry: "Carrying",
  } satisfies Record<BopiPose, string>,
  photoOf: (pose: string) => `Your bopi, ${pose.toLowerCase()}`,
  photoFailed: "The photo didn't turn out.",
  download: "Download",
  sharedPhoto: (username: string) => `${username}'s bopi`,
} as const;

import { coinsText } from "#web/components/text/coins.ts";

const { coins } = coinsText;

/** Strings of the modal that sells a copy. */
export const sellingText = {
  offerTitle: (name: string) => `Sell your “${name}”`,
  offerText: "Your bopi takes it off while it's on sale. The first to pay the price gets it right away.",
  offerPrice: "Price",
  offerMissing: "Price must be at least 1 coin.",
  offerSave: "Put on sale",
  lowest: (price: number) => `The cheapest copy costs ${coins(price)}.`,
} as const;

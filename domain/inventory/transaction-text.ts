/** Descriptions of copies by transaction type (spec 3 §9). The client fills in `{user}`, `{coins}` and `{seller}`. */
const TEXTS: Record<number, string> = {
  1: "{user} bought this item for {coins} coins",
  2: "{user} won this item in a daily challenge",
  3: "{user} won this item in a challenge",
  4: "{user} got this item in an event",
  5: "{user} was given this item",
  6: "{user} found this item in a level",
  7: "{user} got this item with another one",
  8: "{user} got this item for reaching a spirit level",
  12: "{user} got this item for an achievement",
};

const OBTAINED = "{user} obtained this item";

/** The description template of the transaction that gave a copy to its owner. */
export function transactionText(typeId: number, coins: number, isResale = false): string {
  if (isResale) return "{user} bought this item from {seller} for {coins} coins";
  if (typeId === 1 && coins === 0) return "{user} got this item for free";
  return TEXTS[typeId] ?? OBTAINED;
}

/** Fills in the words in braces of a template. */
export const fillTemplate = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (match, name: string) => values[name] ?? match);

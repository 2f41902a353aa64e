/** What the transaction types of spec 3 §9 did to a copy; `{user}`, `{coins}` and `{seller}` are filled in by who shows it. */
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

/** The description template of a transaction that brought a copy to somebody. */
export function transactionText(typeId: number, coins: number, isResale = false): string {
  if (isResale) return "{user} bought this item from {seller} for {coins} coins";
  if (typeId === 1 && coins === 0) return "{user} got this item for free";
  return TEXTS[typeId] ?? OBTAINED;
}

/** A template with its words in braces filled in. */
export const fillTemplate = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

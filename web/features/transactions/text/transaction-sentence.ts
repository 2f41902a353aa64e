import type { Transaction } from "#domain/transactions/api.ts";
import type { SourceType } from "#domain/transactions/types.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { lookUp } from "#web/lib/look-up.ts";

/** Plain text, or a name that stands out, with its page if it has one. */
export type Part = string | { name: string; url: string | null };

/** The parts of a template: its text and values in their order. */
const parts = (texts: TemplateStringsArray, ...values: (Part | Part[])[]): Part[] =>
  texts.flatMap((text, index) => [text, ...[values[index] ?? []].flat()]).filter((part) => part !== "");

/** Joins to "a", "a and b" or "a, b and c". */
const enumerate = (list: readonly Part[]): Part[] =>
  list.flatMap((part, index) => {
    if (index === 0) return [part];
    return [index === list.length - 1 ? " and " : ", ", part];
  });

/** Sources that no longer exist or that the reader can't see. */
const HIDDEN: Record<SourceType, string> = {
  site: "the site",
  user: "a deleted user",
  item: "a deleted item",
  level: "a level you can't see",
  challenge: "a past challenge",
  event: "a past event",
  spirit: "a spirit level",
  achievement: "an achievement",
  day: "the site",
};

function sourceOf({ source, source_type }: Transaction): Part {
  const name = source?.username ?? source?.title ?? source?.name;
  return source && name !== undefined ? { name, url: source.url } : lookUp(HIDDEN, source_type, "someone");
}

function copyOf({ inventories: [copy] }: Transaction): Part | null {
  if (!copy) return null;
  const { item, serial } = copy;
  const name = serial === null ? item.name : `${item.name} #${formatNumber(serial)}`;
  return { name, url: `/items/${item.id}` };
}

/** Returns "coins, XP and Rocket Boots". */
function things(row: Transaction): Part[] {
  const { coins, xp, inventories } = row;
  const copies = inventories.length === 1 ? copyOf(row) : formatCount(inventories.length, "item");
  const list = [coins !== 0 && "coins", xp !== 0 && "XP", inventories.length > 0 && copies];
  return enumerate(list.filter((thing) => thing !== false && thing !== null));
}

function purchase(row: Transaction): Part[] {
  const item = copyOf(row) ?? sourceOf(row);
  if (row.inventories.length === 0 && row.coins < 0 && row.source) return parts`You created ${item}`;
  if (row.coins === 0) return parts`You got ${item} for free`;
  const { seller } = row;
  return seller
    ? parts`You bought ${item} from ${{ name: seller.username, url: seller.url }}`
    : parts`You bought ${item}`;
}

function fromSite(row: Transaction): Part[] {
  if (row.gift === "daily") return ["You got your daily Gold coins"];
  if (row.gift === "first-night") return ["You got a stamp on your first night in town"];
  if (row.gift === "starter") return parts`You started with ${things(row)}`;
  return parts`${sourceOf(row)} gave you ${things(row)}`;
}

function ownSentence(row: Transaction): Part[] {
  const source = sourceOf(row);
  const { transaction_type, source_type, coins } = row;
  const isFrom = (type: number, from: SourceType) => transaction_type.id === type && source_type === from;
  if (isFrom(1, "item")) return purchase(row);
  if (isFrom(1, "user")) return parts`${source} bought ${copyOf(row) ?? HIDDEN.item} from you`;
  if (isFrom(2, "challenge")) return ["You finished the daily challenge"];
  if (isFrom(3, "challenge")) return parts`You finished the challenge ${source}`;
  if (isFrom(4, "event")) return parts`You earned the reward of ${source}`;
  if (isFrom(8, "spirit")) return [`You reached spirit level ${formatNumber(row.source_id)}`];
  if (isFrom(9, "item")) return parts`You got your coins back for ${source}`;
  if (isFrom(12, "achievement")) return parts`You earned the achievement ${source}`;
  if (source_type === "day") return [`You got XP ${formatNumber(row.source_id)} times that day`];
  if (source_type === "site") return fromSite(row);
  if (coins < 0) return parts`${source} took coins away`;
  return parts`${source} gave you ${things(row)}`;
}

function givenSentence(row: Transaction): Part[] {
  const user = { name: row.user.username, url: row.user.url };
  return row.coins < 0 ? parts`You took coins from ${user}` : parts`You gave ${user} ${things(row)}`;
}

/** Returns what happened in a row as a sentence. `isOwn`: it is in the reader's ledger; otherwise they gave it. */
export function transactionSentence(row: Transaction, isOwn: boolean): Part[] {
  const sentence = isOwn ? ownSentence(row) : givenSentence(row);
  const [first, ...others] = sentence;
  return typeof first === "string" ? [first.charAt(0).toUpperCase() + first.slice(1), ...others] : sentence;
}

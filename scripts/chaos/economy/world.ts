import type { ItemTypeId } from "#domain/items/item-types.ts";
import { monthOf } from "#domain/items/rules.ts";
import { addCrowd, type Member } from "../../client/crowd.ts";
import type { KillableSite } from "../killable-site.ts";

/** An item on sale, as buyers know it. */
export interface SaleItem {
  id: number;
  type: ItemTypeId;
  maker: Member;
  price: number;
  /** The copies of a Limited. */
  stock: number | null;
  /** Whether a buyer got the error that it's sold out. */
  isSoldOut: boolean;
  gold: boolean;
}

export interface EconomyWorld {
  members: readonly Member[];
  admin: Member;
  /** Ids of the members with Gold. */
  gold: ReadonlySet<number>;
  /** Items that are bought all the time. */
  items: readonly SaleItem[];
  /** Limiteds whose last copies everyone tries to buy at once, one per rush. */
  rushes: readonly SaleItem[];
  /** Free items for the admin's grants. */
  gifts: readonly SaleItem[];
}

const MEMBERS = 240;
const MAKERS = 10;
const DAY = 24 * 60 * 60 * 1000;
/** Initial coins: plenty for most members, almost none for every fifth. */
const initialCoins = (index: number): number => (index % 5 === 4 ? 60 : 4_000);

interface ItemBatch {
  count: number;
  /** 4 and up: made by members. */
  type: ItemTypeId;
  price: (i: number) => number;
  stock?: number;
  gold?: boolean;
}

/** Adds members with coins, and items to buy, to an empty site. */
export async function createEconomyWorld(site: KillableSite, rushes: number): Promise<EconomyWorld> {
  const users = await addCrowd(site, MEMBERS + 1, { name: "trader", admins: 1 });
  const [admin, ...members] = users as [Member, ...Member[]];
  const now = Date.now();
  const gold = members.filter((_, i) => i % 2 === 0).map(({ id }) => id);
  await site.rows(
    "update users set gold_until = ? where id in (select value from json_each(?))",
    now + DAY,
    JSON.stringify(gold),
  );
  await site.rows(
    `insert into transactions (key, user_id, type_id, source_type, source_id, coins, created_at)
    select 'opening:' || (value ->> 0), value ->> 0, 9, 'site', 0, value ->> 1, ? from json_each(?)`,
    now,
    JSON.stringify(members.map(({ id }, i) => [id, initialCoins(i)])),
  );
  const makers = members.slice(0, MAKERS);
  const addItem = async ({ type, price: priceOf, stock = 0, gold: isGold = false }: ItemBatch, i: number) => {
    const maker = type >= 4 ? (makers[i % makers.length] as Member) : admin;
    const price = priceOf(i);
    const [row] = await site.rows<{ id: number }>(
      `insert into items (type_id, user_id, name, purchasable, price, stock, gold_month, created_at)
        values (?, ?, ?, ?, ?, nullif(?, 0), nullif(?, ''), ?) returning id`,
      ...[type, maker.id, `Ware ${type}-${i}`, price || isGold ? "onsale" : "free", price, stock],
      ...[isGold ? monthOf(now) : "", now],
    );
    const id = row?.id ?? 0;
    const owned = "insert into inventory (user_id, item_id, type_id, created_at) values (?, ?, ?, ?)";
    await site.rows(owned, maker.id, id, type, now);
    return {
      id,
      type,
      maker,
      price,
      stock: stock || null,
      isSoldOut: false,
      gold: isGold,
    } satisfies SaleItem;
  };
  const addItems = async (batches: readonly ItemBatch[]) => {
    const items: SaleItem[] = [];
    for (const batch of batches) for (let i = 0; i < batch.count; i++) items.push(await addItem(batch, i));
    return items;
  };
  return {
    ...{ members, admin, gold: new Set(gold) },
    items: await addItems([
      { count: 40, type: 4, price: (i) => 1 + 3 * i },
      { count: 8, type: 5, price: () => 0 },
      { count: 12, type: 1, price: (i) => 5 + 10 * i },
      { count: 8, type: 6, price: (i) => 10 + i, stock: 12 },
      { count: 4, type: 3, price: (i) => 15 + i, stock: 5 },
      { count: 4, type: 2, price: (i) => 20 + i, gold: true },
    ]),
    rushes: await addItems([{ count: rushes, type: 4, price: () => 25, stock: 10 }]),
    gifts: await addItems([{ count: 6, type: 3, price: () => 0, stock: 40 }]),
  };
}

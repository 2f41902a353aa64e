import { type ItemTypeId, monthOf } from "#domain/items/rules.ts";
import { addCrowd, type Guest } from "../../bench/chat/crowd.ts";
import { localSecrets } from "../../site/secrets.ts";
import type { MortalSite } from "../mortal.ts";

/** An item on sale, as its buyers know it. */
export interface Ware {
  id: number;
  type: ItemTypeId;
  maker: Guest;
  price: number;
  /** A limited one's copies. */
  stock: number | null;
  /** Somebody was told that it is. */
  isSoldOut: boolean;
  gold: boolean;
}

export interface World {
  members: readonly Guest[];
  makers: readonly Guest[];
  admin: Guest;
  /** Who has Gold, by id. */
  gold: ReadonlySet<number>;
  /** What is bought all the time. */
  wares: readonly Ware[];
  /** Limited items whose last copies everybody wants at once, one a rush. */
  rushes: readonly Ware[];
  /** Free things that the administrator gives away. */
  gifts: readonly Ware[];
}

export const MEMBERS = 240;
const MAKERS = 10;
/** Coins that members begin with: most have plenty, every fifth next to none. */
export const coinsOf = (index: number): number => (index % 5 === 4 ? 60 : 4_000);
const DAY = 24 * 60 * 60 * 1000;
/** Copies of what there is a rush for. */
export const LAST_COPIES = 10;

interface Kind {
  count: number;
  /** 4 for what members make. */
  type: ItemTypeId;
  price: (i: number) => number;
  stock?: number;
  gold?: boolean;
}

/** An empty site's members with coins, and things to buy. */
export async function makeWorld(site: MortalSite, rushes: number): Promise<World> {
  const { url, state } = site;
  const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
  const people = await addCrowd(
    { url, run, secret: localSecrets(state).SESSION_SECRET },
    MEMBERS + 1,
    "trader",
    1,
  );
  const [admin, ...members] = people as [Guest, ...Guest[]];
  const now = Date.now();
  const gold = members.filter((_, i) => i % 2 === 0).map(({ id }) => id);
  await run(
    "update users set gold_until = ? where id in (select value from json_each(?))",
    now + DAY,
    JSON.stringify(gold),
  );
  await run(
    `insert into transactions (key, user_id, type_id, source_type, source_id, coins, created_at)
    select 'opening:' || (value ->> 0), value ->> 0, 9, 'site', 0, value ->> 1, ? from json_each(?)`,
    now,
    JSON.stringify(members.map(({ id }, i) => [id, coinsOf(i)])),
  );
  const makers = members.slice(0, MAKERS);
  const stall = async (kinds: readonly Kind[]) => {
    const wares: Ware[] = [];
    for (const kind of kinds)
      for (let i = 0; i < kind.count; i++) wares.push(await addWare(site, makers, admin, kind, i, now));
    return wares;
  };
  return {
    members,
    makers,
    admin,
    gold: new Set(gold),
    wares: await stall([
      { count: 40, type: 4, price: (i) => 1 + 3 * i },
      { count: 8, type: 5, price: () => 0 },
      { count: 12, type: 1, price: (i) => 5 + 10 * i },
      { count: 8, type: 6, price: (i) => 10 + i, stock: 12 },
      { count: 4, type: 3, price: (i) => 15 + i, stock: 5 },
      { count: 4, type: 2, price: (i) => 20 + i, gold: true },
    ]),
    rushes: await stall([{ count: rushes, type: 4, price: () => 25, stock: LAST_COPIES }]),
    gifts: await stall([{ count: 6, type: 3, price: () => 0, stock: 40 }]),
  };
}

async function addWare(
  site: MortalSite,
  makers: readonly Guest[],
  admin: Guest,
  { type, price: priceOf, stock = 0, gold = false }: Kind,
  i: number,
  now: number,
): Promise<Ware> {
  const maker = type >= 4 ? (makers[i % makers.length] as Guest) : admin;
  const price = priceOf(i);
  const sql = `insert into items (type_id, user_id, name, purchasable, price, stock, gold_month, created_at)
    values (?, ?, ?, ?, ?, nullif(?, 0), nullif(?, ''), ?) returning id`;
  const month = gold ? monthOf(now) : "";
  const way = price || gold ? "onsale" : "free";
  const [row] = await site.rows<{ id: number }>(
    sql,
    type,
    maker.id,
    `Ware ${type}-${i}`,
    way,
    price,
    stock,
    month,
    now,
  );
  if (!row) throw new Error("no item was made");
  await site.rows(
    "insert into inventory (user_id, item_id, type_id, created_at) values (?, ?, ?, ?)",
    maker.id,
    row.id,
    type,
    now,
  );
  return { id: row.id, type, maker, price, stock: stock || null, isSoldOut: false, gold };
}

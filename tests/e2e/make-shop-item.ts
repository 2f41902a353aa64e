import type { Page } from "@playwright/test";
import { Api, type ApiLevel, type ListPage } from "./api.ts";
import { pictureFile } from "./picture-file.ts";
import { register, verifiedAccount } from "./test.ts";

/** Creates a shirt on sale for 30 coins, unless the fields say otherwise. */
export async function makeShopItem(
  api: Api,
  fields: Record<string, string> & { name: string },
): Promise<number> {
  const { id } = await api.postForm<{ id: number }>("/api/shop/create/", {
    type_id: "4",
    purchasable: "onsale",
    price: "30",
    texture: pictureFile(512, 512),
    ...fields,
  });
  return id;
}

export const grantTestCoins = (admin: Api, username: string, coins: number) =>
  admin.post(`/api/staff/users/${username}/grant`, { coins, reason: "For a test." });

export const ownCoins = async (api: Api): Promise<number> =>
  (await api.get<{ user: { coins: number } }>("/api/session")).user.coins;

/** Signs a page's browser up for a new account. */
export async function signUpIn(page: Page, origin: string): Promise<{ api: Api; username: string }> {
  const api = new Api(page.context().request, origin);
  const account = verifiedAccount();
  await register(api, account);
  return { api, username: account.username };
}

/** Each test that rates levels has its own share of them, because they would interfere. */
const SHARES = { rows: 0, stars: 1 } as const;
const SHARE_COUNT = Object.keys(SHARES).length;

/** A level by someone else that this member has cleared and not rated. */
export async function ratableLevel(api: Api, share: keyof typeof SHARES): Promise<ApiLevel> {
  let rated: ApiLevel | undefined;
  for (let number = 1, last = 1; number <= last; number++) {
    const { data, meta } = await api.get<ListPage<ApiLevel>>(
      `/api/levels?filter=clearedByUser&order=newest&page=${number}`,
    );
    last = meta.last_page;
    for (const { id } of data.filter((one) => one.id % SHARE_COUNT === SHARES[share])) {
      const level = await api.level(id);
      if (level.canRate && !level.own_rating) return level;
      if (level.canRate) rated ??= level;
    }
  }
  if (!rated?.own_rating) throw new Error(`nothing to rate in share ${share}`);
  // All of them are rated, as after many runs on the same site.
  await api.post(`/api/ratings/${rated.own_rating.id}/delete`);
  return api.level(rated.id);
}

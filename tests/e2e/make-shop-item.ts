import type { Page } from "@playwright/test";
import { Api } from "./api.ts";
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

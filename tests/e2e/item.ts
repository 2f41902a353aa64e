import type { Page } from "@playwright/test";
import { Api } from "./api.ts";
import { newPerson } from "./fixtures.ts";
import { pictureFile } from "./pictures.ts";

/** Makes a shirt that is sold for 30 coins, or what the fields say instead. */
export async function makeItem(api: Api, fields: Record<string, string> & { name: string }): Promise<number> {
  const { id } = await api.postForm<{ id: number }>("/api/shop/create/", {
    type_id: "4",
    purchasable: "onsale",
    price: "30",
    texture: pictureFile(512, 512),
    ...fields,
  });
  return id;
}

export const giveCoins = (admin: Api, username: string, coins: number) =>
  admin.post(`/api/staff/users/${username}/grant`, { coins, reason: "For a test." });

export const coinsOf = async (api: Api): Promise<number> =>
  (await api.get<{ user: { coins: number } }>("/api/session")).user.coins;

/** Makes an account and signs a page's browser in to it. */
export async function joinIn(page: Page, origin: string): Promise<{ api: Api; username: string }> {
  const api = new Api(page.context().request, origin);
  const { username, email, password } = newPerson();
  await api.post("/api/auth/register", { username, email, password, password_confirmation: password });
  return { api, username };
}

/** Buys an item as a page does; the copy's id and number. */
export const buyItem = async (api: Api, id: number, price: number): Promise<{ id: number; serial: number }> =>
  (await api.post<{ inventory: { id: number; serial: number } }>(`/api/items/${id}/purchase`, { price }))
    .inventory;

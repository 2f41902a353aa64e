import { expect } from "vitest";
import { createItemRoute } from "#domain/shop/api.ts";
import type { Answer, Browser } from "./browser.ts";
import { storedObjects, tableSizes } from "./stored.ts";
import { textureFileOf } from "./wardrobe.ts";

/** Makes a shirt, or what the fields say instead; a field that is undefined is not sent. */
export function createItem(browser: Browser, fields: Record<string, unknown> = {}): Promise<Answer> {
  const all = { name: "Stripes", type_id: 4, texture: textureFileOf(), ...fields };
  const input = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return browser.call(createItemRoute, { input });
}

/** Does something that is to be refused and holds that the database and the bucket are as before. */
export async function storesNothing(act: () => Promise<Answer>): Promise<Answer> {
  const [rows, objects] = [await tableSizes(), await storedObjects()];
  const answer = await act();
  expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  expect(await tableSizes()).toEqual(rows);
  expect(await storedObjects()).toBe(objects);
  return answer;
}

import { expect } from "vitest";
import { createItemRoute } from "#domain/shop/api.ts";
import type { Browser, TestResponse } from "./browser.ts";
import { storedObjects, tableSizes } from "./stored.ts";
import { textureFileOf } from "./wearable.ts";

/** Creates a shirt. `fields` override the input; undefined fields aren't sent. */
export function createItem(browser: Browser, fields: Record<string, unknown> = {}): Promise<TestResponse> {
  const all = { name: "Stripes", type_id: 4, texture: textureFileOf(), ...fields };
  const input = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return browser.call(createItemRoute, input);
}

/** Expects that a call is rejected and changes neither the database nor the bucket. */
export async function expectNothingStored(call: () => Promise<TestResponse>): Promise<TestResponse> {
  const [rows, objects] = [await tableSizes(), await storedObjects()];
  const response = await call();
  expect(response.status, JSON.stringify(response.body)).toBeGreaterThanOrEqual(400);
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(500);
  expect(await tableSizes()).toEqual(rows);
  expect(await storedObjects()).toBe(objects);
  return response;
}

import { expect, type Locator } from "@playwright/test";

/** Expects that two elements don't overlap. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  const overlap = async () => {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()];
    if (!a || !b) return "hidden";
    const isApart =
      a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
    return isApart ? "apart" : JSON.stringify({ a, b });
  };
  await expect.poll(overlap).toBe("apart");
}

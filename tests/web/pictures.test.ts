import { createElement, type ReactNode } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
import { SKYLINE_WINDOWS, windowsPath } from "#web/app/shell/skyline-windows.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { addItemPicture } from "#web/lib/pictures.ts";
import { UserContext } from "#web/lib/user.ts";
import { markupOf } from "./markup.ts";

const bopi = (name: string) => ({ headshot_url: `/${name}-head.png`, avatar_url: `/${name}.png` });
const me = { id: 1, username: "Ann", bopi: bopi("new") } as SessionUser;
const asAnn = (node: ReactNode) => markupOf(createElement(UserContext, { value: me }, node));
const srcOf = (html: string) => /src="([^"]*)"/.exec(html)?.[1];

test("the signed-in user has the newest pictures, whatever response they come from", () => {
  const headshot = (username: string) =>
    createElement(Headshot, { user: { username, bopi: bopi("old") }, decorative: true });
  expect(srcOf(asAnn(headshot("Ann")))).toBe("/new-head.png");
  expect(srcOf(asAnn(headshot("Ben")))).toBe("/old-head.png");
  expect(srcOf(markupOf(headshot("Ann")))).toBe("/old-head.png");
});

test("an item has the picture that was rendered while the page is open", () => {
  const picture = (id: number) =>
    createElement(ItemPicture, { item: { id, thumbnail_url: "/waiting.svg" }, alt: "" });
  expect(srcOf(markupOf(picture(7)))).toBe("/waiting.svg");
  addItemPicture({ id: 7, thumbnail_url: "/hat.png" });
  expect(srcOf(markupOf(picture(7)))).toBe("/hat.png");
  expect(srcOf(markupOf(picture(8)))).toBe("/waiting.svg");
});

afterEach(() => void vi.unstubAllGlobals());

test("a bopi that isn't drawn in 3D has the alt text of its picture", async () => {
  vi.stubGlobal("window", {});
  const { BopiPreview } = await import("#web/scene/bopi-preview.tsx");
  const look = { colors: {} as never, items: {} };
  const props = { look, picture: "/bopi.png", alt: "bobby's bopi", label: "bobby's bopi in 3D" };
  const html = markupOf(createElement(BopiPreview, props));
  expect(html).toContain('alt="bobby&#x27;s bopi"');
  expect(html).not.toContain("in 3D");
});

test("the skyline has a window for each of a hundred people, each in its own place, the first on a phone", () => {
  expect(SKYLINE_WINDOWS.length).toBeGreaterThan(150);
  expect(new Set(SKYLINE_WINDOWS.map(({ x, y }) => `${x} ${y}`)).size).toBe(SKYLINE_WINDOWS.length);
  for (const { x } of SKYLINE_WINDOWS.slice(0, 40)) {
    expect(x).toBeGreaterThan(460);
    expect(x).toBeLessThan(980);
  }
  expect(windowsPath(SKYLINE_WINDOWS.slice(0, 7)).match(/M/g)).toHaveLength(7);
  expect(windowsPath([])).toBe("");
});

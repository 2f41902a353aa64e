import { createElement, type ReactNode } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
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

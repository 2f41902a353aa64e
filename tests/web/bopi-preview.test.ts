import { createElement } from "react";
import { avatarText } from "#web/features/avatar/text/avatar.ts";
import { heroText } from "#web/features/home/text/home.ts";
import { itemsText } from "#web/features/items/text/items.ts";
import { createItemText } from "#web/features/shop/text/create-item.ts";
import { markupOf } from "./markup.ts";

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

test("no alt text of a bopi's or an item's picture says that it's in 3D or can be turned", () => {
  const alts = [avatarText.picture("bobby"), itemsText.picture("Hat"), createItemText.previewPicture];
  for (const alt of [...alts, heroText.picture]) expect(alt).not.toMatch(/3D|turn/i);
});

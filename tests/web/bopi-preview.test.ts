import { createElement } from "react";
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

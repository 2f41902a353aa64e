import { createElement } from "react";
import { MissingCoins } from "#web/components/missing-coins.tsx";
import { markupOf } from "./markup.ts";

test("A purchase that lacks coins says how many, and leads to where they are earned", () => {
  const html = markupOf(createElement(MissingCoins, { count: 100 }));
  expect(html).toContain("You need 100 coins more.");
  expect(html).toContain("The daily challenge and achievements bring coins.");
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>.*Earn coins/);
});

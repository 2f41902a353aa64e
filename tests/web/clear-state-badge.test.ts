import { createElement } from "react";
import type { Level } from "#domain/levels/api.ts";
import { ClearHelp, ClearStateBadge } from "#web/features/levels/pages/level-page.tsx";
import { levelText } from "#web/features/levels/text/level.ts";
import { markupOf } from "./markup.ts";

const badge = (clear_state: Level["clear_state"]) =>
  markupOf(createElement(ClearStateBadge, { level: { clear_state } }));
const help = (clear_state: Level["clear_state"], can_build: boolean) =>
  markupOf(createElement(ClearHelp, { level: { id: 7, clear_state, can_build } }));

describe("A level's page", () => {
  it("says of a level that its creator hasn't cleared it, and what that means", () => {
    expect(badge("not_cleared")).toContain(levelText.notCleared);
    expect(badge("not_cleared")).toContain(levelText.notClearedHint.replaceAll("'", "&#x27;"));
  });

  it("says nothing of a level that was cleared, or that needs no clear", () => {
    for (const state of ["cleared", "none_needed"] as const) {
      expect(badge(state)).toBe("");
      expect(help(state, true)).toBe("");
    }
  });

  it("explains how to clear the level, but only to those who build it", () => {
    expect(help("not_cleared", true)).toContain(levelText.howToClear);
    expect(help("not_cleared", true)).toContain('href="/build/7"');
    expect(help("not_cleared", false)).toBe("");
  });
});

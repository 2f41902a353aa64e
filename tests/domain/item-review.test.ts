import { describe, expect, test } from "vitest";
import { drawTemplate } from "#domain/avatar/template-picture.ts";
import { likeness, marksOf, type Print, printOf } from "#domain/items/likeness.ts";
import {
  canReview,
  canSeeItem,
  decisionsOn,
  ITEM_STATES,
  type ItemState,
  needsReason,
  outcomeOf,
  REVIEW_DECISIONS,
  waitsForStaff,
} from "#domain/items/review-rules.ts";
import { ITEM_TYPES, TEXTURE } from "#domain/items/rules.ts";
import { paint } from "#tests/support/art.ts";

const member = { id: 1, role: "member" } as const;
const moderator = { id: 2, role: "moderator" } as const;
const admin = { id: 3, role: "admin" } as const;

describe("who sees and decides", () => {
  test.each(ITEM_STATES)("an item that is %s", (state) => {
    const item = { user_id: member.id, state };
    const all = state === "shown";
    expect([null, { id: 9, role: "member" } as const].map((who) => canSeeItem(who, item))).toEqual([
      all,
      all,
    ]);
    expect([member, moderator, admin].every((who) => canSeeItem(who, item))).toBe(true);
  });

  test("staff decide about everybody's items but their own", () => {
    expect([null, member, moderator, admin].map((who) => canReview(who, { user_id: 9 }))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(canReview(moderator, { user_id: moderator.id })).toBe(false);
  });

  test("what can be decided follows from how the item stands", () => {
    const table: Record<ItemState, string> = {
      pending: "approve reject",
      shown: "reject hide",
      hidden: "reject show",
      rejected: "show",
    };
    for (const state of ITEM_STATES) expect(decisionsOn(state).join(" ")).toBe(table[state]);
    expect(outcomeOf("pending", "approve")).toBe("shown");
    expect(outcomeOf("rejected", "approve")).toBeNull();
    expect(REVIEW_DECISIONS.filter(needsReason)).toEqual(["reject", "hide"]);
  });

  test("uploads wait that look like another's, or follow on a declined one; the site's own never do", () => {
    const found = { resembles: 1, rejected_lately: true };
    expect(waitsForStaff(member, found)).toBe("likeness");
    expect(waitsForStaff(moderator, { ...found, resembles: 0 })).toBe("history");
    expect(waitsForStaff(member, { resembles: 0, rejected_lately: false })).toBeNull();
    expect(waitsForStaff(admin, found)).toBeNull();
  });
});

const shared = (a: Print, b: Print) => marksOf(a, 4).filter((mark) => marksOf(b, 4).includes(mark)).length;

describe("likeness", () => {
  const original = paint(1);
  const print = printOf(original, 4);
  const changed = (change: (value: number, at: number) => number) => printOf(paint(1, change), 4);

  test.each([
    ["the same", (value: number) => value],
    ["noise", (value: number, at: number) => value + ((at * 7) % 13) - 6],
    ["a little darker", (value: number) => value * 0.93],
    ["fewer colours", (value: number) => Math.round(value / 24) * 24],
  ])("knows a painting again: %s", (_, change) => {
    const other = changed(change);
    expect(likeness(other, print)).toBeGreaterThanOrEqual(90);
    expect(shared(other, print), "and finds it").toBeGreaterThan(0);
  });

  test("knows a front again that stands on other sleeves", () => {
    const mixed = paint(2);
    for (let y = 0; y < 208; y++)
      mixed.data.set(original.data.subarray(y * TEXTURE * 4, (y + 1) * TEXTURE * 4), y * TEXTURE * 4);
    expect(likeness(printOf(mixed, 4), print)).toBeGreaterThanOrEqual(90);
  });

  test("does not take one painting for another, nor the same shapes in other colours", () => {
    for (let n = 2; n < 12; n++) expect(likeness(printOf(paint(n), 4), print)).toBe(0);
    expect(
      likeness(
        changed((value, at) => (at % 4 === 2 ? 255 - value : value)),
        print,
      ),
    ).toBe(0);
  });

  test("sees nothing in one colour, a stripe or the template as it is handed out", () => {
    const plain = { width: TEXTURE, height: TEXTURE, data: new Uint8Array(TEXTURE * TEXTURE * 4).fill(90) };
    const striped = {
      ...plain,
      data: plain.data.map((value, at) => (at % (TEXTURE * 4) < 200 ? 240 : value)),
    };
    for (const type of [4, 5, 6] as const) {
      expect(printOf(plain, type)).toEqual({});
      expect(printOf(striped, type)).toEqual({});
      expect(printOf(drawTemplate(ITEM_TYPES[type]), type)).toEqual({});
    }
  });
});

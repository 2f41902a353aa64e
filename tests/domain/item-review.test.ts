import { drawTemplatePicture } from "#domain/avatar/template-picture.ts";
import { type Fingerprint, fingerprintBands, fingerprintOf, similarity } from "#domain/items/fingerprint.ts";
import { ITEM_TYPES } from "#domain/items/item-types.ts";
import {
  allowedDecisions,
  canReview,
  canSeeItem,
  ITEM_STATES,
  type ItemState,
  needsReason,
  outcomeOf,
  REVIEW_DECISIONS,
  reviewCauseFor,
} from "#domain/items/reviews/rules.ts";
import { TEXTURE_SIDE } from "#domain/items/rules.ts";
import { paintBlocks } from "#tests/support/paint-blocks.ts";

const member = { id: 1, role: "member" } as const;
const moderator = { id: 2, role: "moderator" } as const;
const admin = { id: 3, role: "admin" } as const;

describe("item review", () => {
  test.each(ITEM_STATES)(
    'shows an item that is %s to its creator and staff, and to others only if its state is "shown"',
    (state) => {
      const item = { user_id: member.id, state };
      const isShown = state === "shown";
      for (const other of [null, { id: 9, role: "member" } as const])
        expect(canSeeItem(other, item)).toBe(isShown);
      expect([member, moderator, admin].every((actor) => canSeeItem(actor, item))).toBe(true);
    },
  );

  test("lets staff decide about everyone's items but their own", () => {
    const reviewers = [null, member, moderator, admin].filter((actor) => canReview(actor, { user_id: 9 }));
    expect(reviewers).toEqual([moderator, admin]);
    expect(canReview(moderator, { user_id: moderator.id })).toBe(false);
  });

  test("offers the decisions that fit an item's state", () => {
    const table: Record<ItemState, string> = {
      pending: "approve reject",
      shown: "reject hide",
      hidden: "reject show",
      rejected: "show",
    };
    for (const state of ITEM_STATES) expect(allowedDecisions(state).join(" ")).toBe(table[state]);
    expect(outcomeOf("pending", "approve")).toBe("shown");
    expect(outcomeOf("rejected", "approve")).toBeNull();
    expect(REVIEW_DECISIONS.filter(needsReason)).toEqual(["reject", "hide"]);
  });

  test("holds uploads that resemble another item or follow a recent rejection, except an admin's", () => {
    const found = { resembles: 1, rejected_lately: true };
    expect(reviewCauseFor(member, found)).toBe("likeness");
    expect(reviewCauseFor(moderator, { ...found, resembles: 0 })).toBe("history");
    expect(reviewCauseFor(member, { resembles: 0, rejected_lately: false })).toBeNull();
    expect(reviewCauseFor(admin, found)).toBeNull();
  });
});

const sharedBands = (a: Fingerprint, b: Fingerprint) =>
  fingerprintBands(a, 4).filter((band) => fingerprintBands(b, 4).includes(band)).length;

describe("similarity", () => {
  const original = paintBlocks(1);
  const fingerprint = fingerprintOf(original, 4);
  const changed = (change: (value: number, at: number) => number) => fingerprintOf(paintBlocks(1, change), 4);

  test.each([
    ["the same", (value: number) => value],
    ["noise", (value: number, at: number) => value + ((at * 7) % 13) - 6],
    ["a little darker", (value: number) => value * 0.93],
    ["fewer colors", (value: number) => Math.round(value / 24) * 24],
  ])("recognizes a painting: %s", (_, change) => {
    const other = changed(change);
    expect(similarity(other, fingerprint)).toBeGreaterThanOrEqual(90);
    expect(sharedBands(other, fingerprint), "shared bands").toBeGreaterThan(0);
  });

  test("recognizes a front on other sleeves", () => {
    const mixed = paintBlocks(2);
    for (let y = 0; y < 208; y++)
      mixed.data.set(
        original.data.subarray(y * TEXTURE_SIDE * 4, (y + 1) * TEXTURE_SIDE * 4),
        y * TEXTURE_SIDE * 4,
      );
    expect(similarity(fingerprintOf(mixed, 4), fingerprint)).toBeGreaterThanOrEqual(90);
  });

  test("does not confuse two paintings, or the same shapes in other colors", () => {
    for (let n = 2; n < 12; n++) expect(similarity(fingerprintOf(paintBlocks(n), 4), fingerprint)).toBe(0);
    expect(
      similarity(
        changed((value, at) => (at % 4 === 2 ? 255 - value : value)),
        fingerprint,
      ),
    ).toBe(0);
  });

  test("finds nothing in a plain color, a stripe or the unchanged template", () => {
    const plain = {
      width: TEXTURE_SIDE,
      height: TEXTURE_SIDE,
      data: new Uint8Array(TEXTURE_SIDE * TEXTURE_SIDE * 4).fill(90),
    };
    const striped = {
      ...plain,
      data: plain.data.map((value, at) => (at % (TEXTURE_SIDE * 4) < 200 ? 240 : value)),
    };
    for (const type of [4, 5, 6] as const) {
      expect(fingerprintOf(plain, type)).toEqual({});
      expect(fingerprintOf(striped, type)).toEqual({});
      expect(fingerprintOf(drawTemplatePicture(ITEM_TYPES[type]), type)).toEqual({});
    }
  });
});

import fc from "fast-check";
import {
  type AvatarDraft,
  avatarDraft,
  changesBetween,
  rebaseDraft,
  withChanges,
} from "#domain/avatar/avatar-changes.ts";
import { keyedColors } from "#domain/avatar/color-keys.ts";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { emptyWardrobe } from "#domain/avatar/rules.ts";
import { HAT_SLOTS, SLOTS } from "#domain/avatar/slots.ts";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { forAll } from "#tests/support/for-all.ts";
import {
  addStep,
  newHistory,
  rebaseHistory,
  stepBack,
  stepForward,
} from "#web/features/avatar/use-avatar-draft.ts";

const start = avatarDraft({
  user_id: 1,
  ...emptyWardrobe<WearableItem>(),
  ...keyedColors(DEFAULT_COLORS),
  headshot_url: "",
  avatar_url: "",
  rendered: true,
});
const colored = (color: string) => ({
  draft: { ...start, colors: { ...start.colors, head_color: color } },
  lastRemoved: "hat1" as const,
});

test("as many steps back lead to the start, and as many forward to the end", () => {
  forAll(fc.array(fc.string(), { maxLength: 30 }), (colors) => {
    const end = colors.reduce((history, color) => addStep(history, colored(color)), newHistory(start));
    const back = colors.reduce(stepBack, end);
    expect(back.now.draft).toBe(start);
    expect(stepBack(back)).toBe(back);
    const forward = colors.reduce(stepForward, back);
    expect(forward).toEqual(end);
    expect(stepForward(forward)).toBe(forward);
  });
});

test("a new step forgets the steps that were taken back", () => {
  const two = addStep(addStep(newHistory(start), colored("1")), colored("2"));
  const other = addStep(stepBack(two), colored("3"));
  expect(stepForward(other)).toBe(other);
  expect(stepBack(other).now).toEqual(colored("1"));
});

const item = (id: number) => ({ id, type: { id: 1 } }) as WearableItem;
const size = { minLength: SLOTS.length, maxLength: SLOTS.length };
/** Looks of a few items and colors, no hat twice. */
const looks: fc.Arbitrary<AvatarDraft> = fc
  .record({
    ids: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), size),
    empty: fc.array(fc.boolean(), size),
    color: fc.constantFrom("111111", "222222"),
  })
  .map(({ ids, empty, color }) => ({
    colors: { ...start.colors, head_color: color },
    wardrobe: Object.fromEntries(
      SLOTS.map((slot, i) => [slot, empty[i] ? null : item(ids[i] ?? 0)]),
    ) as AvatarDraft["wardrobe"],
  }));

test("a draft is a difference: what it changes stays, the rest follows what another tab saved", () => {
  forAll(looks, looks, looks, (draft, from, to) => {
    const rebased = rebaseDraft(draft, from, to);
    const changes = changesBetween(from, draft);
    for (const slot of SLOTS) {
      const id = rebased.wardrobe[slot]?.id ?? null;
      if (slot in changes) expect(id).toBe(draft.wardrobe[slot]?.id ?? null);
      else expect([to.wardrobe[slot]?.id ?? null, null]).toContain(id);
    }
    expect(rebased.colors.head_color).toBe(
      "head_color" in changes ? draft.colors.head_color : to.colors.head_color,
    );
    const hats = HAT_SLOTS.flatMap((slot) => rebased.wardrobe[slot]?.id ?? []);
    expect(new Set(hats).size, "no hat is worn twice").toBe(hats.length);
  });
});

test("a draft without changes is what another tab saved, and saving nothing puts nothing back", () => {
  forAll(looks, looks, (from, to) => {
    expect(changesBetween(to, rebaseDraft(from, from, to))).toEqual({});
  });
});

test("once a draft is saved, earlier steps bring back the look before it", () => {
  const before = colored("111111").draft;
  const history = addStep(newHistory(before), colored("222222"));
  const saved = withChanges(before, history.now.draft, changesBetween(before, history.now.draft));
  expect(changesBetween(saved, history.now.draft)).toEqual({});
  const rebased = rebaseHistory(history, saved, saved);
  expect(changesBetween(saved, stepBack(rebased).now.draft)).toEqual({ head_color: "111111" });
});

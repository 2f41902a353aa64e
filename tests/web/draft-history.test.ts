import fc from "fast-check";
import { expect, test } from "vitest";
import { avatarDraft } from "#domain/avatar/avatar-changes.ts";
import { keyedColors } from "#domain/avatar/color-keys.ts";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { emptyWardrobe } from "#domain/avatar/rules.ts";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { addStep, newHistory, stepBack, stepForward } from "#web/features/avatar/draft-history.ts";

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
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 30 }), (colors) => {
      const end = colors.reduce((history, color) => addStep(history, colored(color)), newHistory(start));
      const back = colors.reduce(stepBack, end);
      expect(back.now.draft).toBe(start);
      expect(stepBack(back)).toBe(back);
      const forward = colors.reduce(stepForward, back);
      expect(forward).toEqual(end);
      expect(stepForward(forward)).toBe(forward);
    }),
  );
});

test("a new step forgets the steps that were taken back", () => {
  const two = addStep(addStep(newHistory(start), colored("1")), colored("2"));
  const other = addStep(stepBack(two), colored("3"));
  expect(stepForward(other)).toBe(other);
  expect(stepBack(other).now).toEqual(colored("1"));
});

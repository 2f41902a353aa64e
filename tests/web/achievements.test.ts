import { achievementsText } from "#web/features/achievements/text.ts";
import { controlsText } from "#web/ui/text/controls.ts";

const NOTHING = { days: 0, hours: 0, minutes: 0, seconds: 0 };

test.each([
  [{ days: 2, hours: 1, minutes: 30, seconds: 9 }, "2 days, 1 hour, 30 minutes"],
  [{ ...NOTHING, minutes: 1, seconds: 5 }, "1 minute"],
  [{ ...NOTHING, days: 1, seconds: 59 }, "1 day"],
  [{ ...NOTHING, seconds: 1 }, "1 second"],
  [{ ...NOTHING, seconds: 42 }, "42 seconds"],
])("%o is shown as text, to the minute until the last one", (left, text) => {
  expect(controlsText.timeLeft(left)).toBe(text);
});

test("the page's title is about you or someone else, as in the specification", () => {
  expect(achievementsText.title("bobby", true)).toBe("Your Achievements");
  expect(achievementsText.title("bobby", false)).toBe("bobby's Achievements");
});

test("progress is shown with its total and in percent", () => {
  expect(achievementsText.progress(1_200, 10_000, 12)).toBe("1,200 / 10,000 (12%)");
});

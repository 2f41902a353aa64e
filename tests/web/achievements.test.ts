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

import { glob, readFile } from "node:fs/promises";
import { walletText } from "#web/components/text/wallet.ts";
import { appealsText } from "#web/features/appeals/text.ts";
import { buddiesText } from "#web/features/buddies/text.ts";
import { forumsText } from "#web/features/forums/text/forums.ts";
import { itemReviewText } from "#web/features/items/text/item-review.ts";
import { heldPostsText } from "#web/features/spam/text/held-posts.ts";
import { featuredText } from "#web/features/staff/text/featured.ts";
import { controlsText } from "#web/ui/text/controls.ts";

afterEach(() => vi.unstubAllEnvs());
// The formatter is created once, in the time zone of its first use.
beforeEach(() => vi.resetModules());

test.each([
  ["UTC", "01/01/2026 12:30 AM", "01/01/2026"],
  ["America/New_York", "12/31/2025 07:30 PM", "12/31/2025"],
  ["Asia/Kolkata", "01/01/2026 06:00 AM", "01/01/2026"],
])("an exact time and its day are shown in the viewer's time zone, %s", async (zone, time, day) => {
  vi.stubEnv("TZ", zone);
  const { formatDateTime, formatDate } = await import("#web/lib/format.ts");
  expect(formatDateTime("2026-01-01T00:30:00.000Z")).toBe(time);
  expect(formatDate("2026-01-01T00:30:00.000Z")).toBe(day);
});

test("noon is 12 PM", async () => {
  vi.stubEnv("TZ", "UTC");
  const { formatDateTime } = await import("#web/lib/format.ts");
  expect(formatDateTime("2026-01-01T12:00:00.000Z")).toBe("01/01/2026 12:00 PM");
});

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

// Voice control finds a button by its visible text, which its name must therefore contain (WCAG 2.5.3).
test("the name of a control contains its visible text", () => {
  const pairs: [shown: string, name: string][] = [
    ["12", walletText.link(12)],
    ["3.1K", walletText.link(3115)],
    [appealsText.accept, appealsText.acceptOf("max")],
    [appealsText.decline, appealsText.declineOf("max")],
    [buddiesText.cancel, buddiesText.cancelOf("max")],
    [featuredText.remove, featuredText.removeOf("Lava")],
    [forumsText.unread(1200), forumsText.unreadLong(1200, "Hello")],
    [heldPostsText.approve, heldPostsText.approveOf("max")],
    [itemReviewText.zoomShort, itemReviewText.zoom("Cap")],
  ];
  for (const [shown, name] of pairs) expect(name).toContain(shown);
});

/** Elements whose text is beside other words, with their text up to the first element inside. */
const INLINE = /<(?:TextLink|Link|a|b|small|span|strong|em)\b((?:[^<>]|=>)*)>([^<]*)/g;
/** A string of the interface. */
const OWN = /\b(?:\w*[tT]ext|SITE)\.\w+/g;
/** A name that someone may have written, also in a template. */
const NAME = /\{[^{}]*\b(?:title|name|short_name|bio)\}/;

/** Files with names that no one writes, each with what they are. */
const ALLOWED: Record<string, string> = {
  "web/features/achievements/pages/achievements-page.tsx": "achievements",
  "web/features/discord/discord-section.tsx": "roles on our Discord server",
  "web/features/forums/pages/index-page.tsx": "subforums",
  "web/features/hosts/use-host-modals.tsx": "hosts, which staff name in letters and digits",
  "web/features/staff/pages/system-page.tsx": "health checks",
  "web/features/users/directory-stats.tsx": "counts",
  "web/ui/file-drop.tsx": "a file of the user's own",
};

// Texts from before such characters were removed can turn the words beside them.
test("a name that people write has a direction of its own wherever other words are beside it", async () => {
  const found = new Set<string>();
  for await (const file of glob("web/**/*.tsx")) {
    const code = await readFile(file, "utf8");
    for (const { index, 1: attributes = "", 2: text = "" } of code.matchAll(INLINE)) {
      const isIsolated =
        attributes.includes('dir="auto"') || /dir="auto"[^<>]*>\s*$/.test(code.slice(0, index));
      if (NAME.test(text.replace(OWN, "")) && !isIsolated) found.add(file.replaceAll("\\", "/"));
    }
  }
  expect([...found].sort()).toEqual(Object.keys(ALLOWED).sort());
});

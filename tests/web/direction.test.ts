import { glob, readFile } from "node:fs/promises";

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

import { checkImports } from "#scripts/check/imports.ts";
import { checkModule, nameFits, wordsOf } from "#scripts/check/words.ts";

const importedBy = (file: string, source: string) =>
  checkImports(file, source).map(({ imported }) => imported);

describe("the check of import directions", () => {
  test.each([
    ["the domain", "domain/levels/rules.ts", "#db/database.ts"],
    ["the database", "db/new-rows.ts", "#worker/env.ts"],
    ["the worker", "worker/levels/routes.ts", "#web/lib/query.ts"],
    ["request handling", "worker/http/handle.ts", "../levels/routes.ts"],
    ["a feature", "web/features/levels/level-card.tsx", "#web/features/users/person.tsx"],
    ["a feature", "web/features/levels/level-card.tsx", "#web/features/levels-old/card.tsx"],
    ["a page", "web/features/levels/pages/level-page.tsx", "#web/app/shell/sign-out.ts"],
    ["a component of the product", "web/components/person.tsx", "#web/features/users/text.ts"],
    ["a generic component", "web/ui/button.tsx", "#domain/levels/rules.ts"],
    ["a generic component", "web/ui/button.tsx", "../components/person.tsx"],
  ])("refuses that %s (%s) imports %s", (_, file, specifier) => {
    expect(importedBy(file, `import { one } from "${specifier}";`)).toHaveLength(1);
    expect(importedBy(file, `import type { One } from "${specifier}";`)).toHaveLength(1);
    expect(importedBy(file, `const one = lazyPart(() => import("${specifier}"));`)).toHaveLength(1);
  });

  test.each([
    ["domain/levels/rules.ts", "../time.ts"],
    ["db/new-rows.ts", "#domain/time.ts"],
    ["worker/http/handle.ts", "../env.ts"],
    ["worker/levels/routes.ts", "../http/handle.ts"],
    ["web/features/levels/level-card.tsx", "#web/components/person.tsx"],
    ["web/features/levels/level-card.tsx", "./pages/level-menu.tsx"],
    ["web/features/levels/pages/level-page.tsx", "../level-card.tsx"],
    ["web/features/levels/pages/level-page.tsx", "#web/features/users/person.tsx"],
    ["web/ui/button.tsx", "#domain/limits.ts"],
    ["web/app/app.tsx", "#web/features/users/person.tsx"],
    ["scripts/start/main.ts", "#web/ui/button.tsx"],
    ["tests/web/button.test.ts", "#web/ui/button.tsx"],
  ])("allows that %s imports %s", (file, specifier) => {
    expect(importedBy(file, `import { one } from "${specifier}";`)).toEqual([]);
  });

  test("names the file, the line and what is imported", () => {
    const source = 'import { sql } from "drizzle-orm";\n\nexport { one } from "#web/one.ts";\n';
    expect(checkImports("worker/two.ts", source)).toEqual([
      { file: "worker/two.ts", line: 3, imported: "web/one.ts" },
    ]);
  });
});

/** The words that the check reports in a module's source, in the order of the source. */
const wordsIn = (source: string) =>
  checkModule("example.tsx", source)
    .sort((a, b) => a.line - b.line)
    .map(({ word }) => word);

// Old words are put together here so that this file itself passes the check.
const old = { notify: "to" + "ld", again: "an" + "ew", person: "some" + "body", respond: "ans" + "wers" };

describe("the word check", () => {
  test("reports old words in comments, titles, strings, templates and JSX text", () => {
    expect(wordsIn(`// ${old.notify} once`)).toEqual([old.notify]);
    expect(wordsIn(`test("is ${old.notify}", run)`)).toEqual([old.notify]);
    expect(wordsIn(`const text = "${old.person} else"`)).toEqual([old.person]);
    expect(wordsIn(`const text = \`\${a} ${old.again}\``)).toEqual([old.again]);
    expect(wordsIn(`const page = <p>Try it ${old.again}</p>`)).toEqual([old.again]);
  });

  test("reports verbs that only people use in comments and titles, not in strings", () => {
    expect(wordsIn(`// ${old.respond} with a row`)).toEqual([old.respond]);
    expect(wordsIn(`const text = "until someone ${old.respond}"`)).toEqual([]);
  });

  test("reports a comment that starts with a clause instead of a noun", () => {
    expect(wordsIn("/** What a handler gets */")).toHaveLength(1);
    expect(wordsIn("/** The input of a handler */")).toEqual([]);
  });

  test("reports old words inside identifiers and bare addresses, and skips columns and wire fields", () => {
    expect(wordsIn(`const ${old.notify}Of = 1`)).toEqual([`${old.notify}Of`]);
    expect(wordsIn(`const row = { ${old.notify}_at: 1 }`)).toEqual([]);
    expect(wordsIn("const addressOf = 1")).toEqual(["addressOf"]);
    expect(wordsIn("const emailAddress = 1, ipAddress = 2")).toEqual([]);
  });

  test("gives the line and the word to use instead", () => {
    const [finding] = checkModule("example.ts", `const a = 1;\n\n// ${old.again}`);
    expect(finding).toMatchObject({ file: "example.ts", line: 3, use: "again" });
  });
});

test("the words of a name are split at capitals, digits and dashes", () => {
  expect(wordsOf("parseHTMLPage2")).toEqual(["parse", "html", "page"]);
  expect(wordsOf("level-card")).toEqual(["level", "card"]);
});

describe("a file's name", () => {
  test("fits when one export has all of its words, not when they are spread over several or missing", () => {
    expect(nameFits("worker/levels/level-card.ts", ["presentLevelCard"])).toBe(true);
    expect(nameFits("worker/levels/queries.ts", ["anything"])).toBe(true);
    expect(nameFits("worker/levels/card.ts", [])).toBe(true);
    expect(nameFits("worker/mail/messages.ts", ["sendMessage"])).toBe(true);
    expect(nameFits("worker/levels/level-card.ts", ["level", "card"])).toBe(false);
    expect(nameFits("worker/levels/arms.ts", ["stretches"])).toBe(false);
  });
});

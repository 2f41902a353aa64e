import { checkModule, nameFits, wordsOf } from "#scripts/check/words.ts";

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

  test("reports old words inside identifiers and skips columns and wire fields", () => {
    expect(wordsIn(`const ${old.notify}Of = 1`)).toEqual([`${old.notify}Of`]);
    expect(wordsIn(`const row = { ${old.notify}_at: 1 }`)).toEqual([]);
  });

  test("reports a bare address and accepts one that says which", () => {
    expect(wordsIn("const addressOf = 1")).toEqual(["addressOf"]);
    expect(wordsIn("const emailAddress = 1, ipAddress = 2")).toEqual([]);
  });

  test("gives the line and the word to use instead", () => {
    const [finding] = checkModule("example.ts", `const a = 1;\n\n// ${old.again}`);
    expect(finding).toMatchObject({ file: "example.ts", line: 3, use: "again" });
  });
});

describe("the words of a name", () => {
  test("are split at capitals, digits and dashes", () => {
    expect(wordsOf("parseHTMLPage2")).toEqual(["parse", "html", "page"]);
    expect(wordsOf("level-card")).toEqual(["level", "card"]);
  });
});

describe("a file's name", () => {
  test("fits when one export has all of its words", () => {
    expect(nameFits("worker/levels/level-card.ts", ["presentLevelCard"])).toBe(true);
    expect(nameFits("worker/levels/queries.ts", ["anything"])).toBe(true);
    expect(nameFits("worker/levels/card.ts", [])).toBe(true);
    expect(nameFits("worker/mail/messages.ts", ["sendMessage"])).toBe(true);
  });

  test("doesn't fit when its words are spread over several exports or missing", () => {
    expect(nameFits("worker/levels/level-card.ts", ["level", "card"])).toBe(false);
    expect(nameFits("worker/levels/arms.ts", ["stretches"])).toBe(false);
  });
});

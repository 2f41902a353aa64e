import type { Reply } from "#domain/forums/api.ts";
import {
  continueList,
  type EditCommand,
  insertLine,
  makeLink,
  textAfter,
  toggleBullets,
  toggleCode,
  toggleMark,
  toggleNumbers,
  toggleQuote,
} from "#web/features/forums/compose/edits.ts";
import { embedPathOf } from "#web/features/forums/compose/embed-path.ts";
import { mentionAt } from "#web/features/forums/compose/mention.ts";
import { isQuoting, quoteOf, readQuote, withQuote } from "#web/features/forums/compose/quote.ts";
import { forumDraftKey, parseForumDraft } from "#web/features/forums/compose/use-forum-draft.ts";

/** A text with its selection in brackets. */
function parseSelection(text: string) {
  const start = text.indexOf("[");
  const end = text.indexOf("]") - 1;
  return { text: text.replace("[", "").replace("]", ""), start, end };
}

/** The result of a command on such a text, in the same form. */
function run(command: EditCommand, text: string): string {
  const selected = parseSelection(text);
  const edit = command(selected);
  const after = textAfter(selected, edit);
  return `${after.slice(0, edit.start)}[${after.slice(edit.start, edit.end)}]${after.slice(edit.end)}`;
}

test.each([
  ["**", "a [word] b", "a **[word]** b"],
  ["**", "a **[word]** b", "a [word] b"],
  ["**", "a [**word**] b", "a [word] b"],
  ["**", "a []b", "a **[]**b"],
  ["**", "a **[]**b", "a []b"],
  ["**", "a[ word ]b", "a **[word]** b"],
  ["*", "**[word]**", "***[word]***"],
  ["*", "***[word]***", "**[word]**"],
  ["**", "***[word]***", "*[word]*"],
  ["**", "*[word]*", "***[word]***"],
  ["||", "[it was me]", "||[it was me]||"],
  ["||", "||[it was me]||", "[it was me]"],
])("a Markdown mark %s changes %s to %s", (mark, before, after) =>
  expect(run(toggleMark(mark), before)).toBe(after),
);

describe("the start of lines", () => {
  test.each([
    ["bulleted", toggleBullets, "one\n[two\nthree]\nfour", "one\n[- two\n- three]\nfour"],
    ["bulleted off", toggleBullets, "[- two\n- three]", "[two\nthree]"],
    ["bulleted from a caret", toggleBullets, "tw[]o", "- two[]"],
    ["bulleted on nothing", toggleBullets, "[]", "- []"],
    ["numbered", toggleNumbers, "[one\n\ntwo]", "[1. one\n\n2. two]"],
    ["numbered from bullets", toggleNumbers, "[- one\n- two]", "[1. one\n2. two]"],
    ["numbered off", toggleNumbers, "[1. one\n2. two]", "[one\ntwo]"],
    ["quoted", toggleQuote, "[one\n\ntwo]", "[> one\n> \n> two]"],
    ["quoted off", toggleQuote, "[> one\n>\n> two]", "[one\n\ntwo]"],
    ["code in a line", toggleCode, "run [npm] now", "run `[npm]` now"],
    ["code in lines", toggleCode, "[one\ntwo]", "[```\none\ntwo\n```]"],
    ["code off", toggleCode, "[```\none\ntwo\n```]", "[one\ntwo]"],
  ])("is %s", (_, command, before, after) => expect(run(command, before)).toBe(after));

  test("of a list is continued by Enter, and ends on an empty line", () => {
    const next = (text: string) => {
      const edit = continueList({ text, start: text.length, end: text.length });
      return edit && textAfter({ text }, edit);
    };
    expect(next("- one")).toBe("- one\n- ");
    expect(next("  9. nine")).toBe("  9. nine\n  10. ");
    expect(next("- one\n- ")).toBe("- one\n");
    expect(next("just words")).toBeNull();
  });
});

test("a new link selects the part that is still to be typed", () => {
  expect(run(makeLink, "see [this] now")).toBe("see [this]([https://]) now");
  expect(
    textAfter(parseSelection("[https://a.example/x]"), makeLink(parseSelection("[https://a.example/x]"))),
  ).toBe("[](https://a.example/x)");
});

test("a card's path gets a line of its own", () => {
  expect(run(insertLine("/levels/12"), "look[]")).toBe("look\n\n/levels/12\n\n[]");
  expect(run(insertLine("/levels/12"), "[]")).toBe("/levels/12\n\n[]");
  expect(run(insertLine("/levels/12"), "look\n\n[]\n\nmore")).toBe("look\n\n/levels/12[]\n\nmore");
});

test("a pasted URL of this site's levels and items becomes its path, and no other does", () => {
  const here = "https://bopolis.example";
  expect(embedPathOf(`${here}/levels/12`, here)).toBe("/levels/12");
  expect(embedPathOf(` ${here}/items/7/?tab=owners#about `, here)).toBe("/items/7");
  for (const other of [
    "https://bopolis.example.evil/levels/12",
    "https://other.example/levels/12",
    `${here}/users/anna`,
    `${here}/levels/12/edit`,
    `look: ${here}/levels/12`,
    "/levels/12",
  ])
    expect(embedPathOf(other, here)).toBe(other);
});

const reply = (body: string) =>
  ({ id: 7, thread_id: 3, user: { username: "anna" }, body }) as unknown as Reply;

describe("a quote", () => {
  test("names and links its author, and leaves out what they quoted", () => {
    expect(quoteOf(reply("> [@ben](/x) wrote:\n> older\n\nI agree.\n\n\n\nReally."))).toBe(
      "> [@anna](/forums/thread/3?reply=7#reply-7) wrote:\n> I agree.\n>\n> Really.\n\n",
    );
  });

  test("of a long text is cut, and a code block that was split is closed", () => {
    const quote = quoteOf(reply(`\`\`\`\n${"x".repeat(5_000)}\n\`\`\``));
    expect(quote.length).toBeLessThan(1_700);
    expect(quote.trimEnd().endsWith("…\n> ```")).toBe(true);
  });

  test("is added to a draft once, and counts as long as it stays there", () => {
    const quote = quoteOf(reply("Hello"));
    expect(withQuote("", quote)).toBe(quote);
    expect(withQuote("Begun", quote)).toBe(`Begun\n\n${quote}`);
    expect(withQuote(`${quote}My answer`, quote)).toBe(`${quote}My answer`);
    expect(isQuoting(quote, 3, 7)).toBe(true);
    expect(isQuoting(quote, 3, 8)).toBe(false);
    expect(isQuoting("without it", 3, 7)).toBe(false);
  });

  test("is read from a URL only if it is the number of a reply", () => {
    expect(readQuote(new URLSearchParams("quote=12"))).toBe(12);
    for (const bad of ["", "quote=", "quote=0", "quote=-1", "quote=1.5", "quote=x", "quote=1e20"])
      expect(readQuote(new URLSearchParams(bad))).toBeNull();
  });
});

test("a name is searched for once two of its letters follow an @", () => {
  const at = (text: string) => mentionAt(text, text.length);
  expect(at("hi @an")).toEqual({ from: 3, typed: "an" });
  expect(at("@anna")).toEqual({ from: 0, typed: "anna" });
  for (const invalid of ["hi @a", "mail me@an", "@anna ", "@@an", "an"]) expect(at(invalid)).toBeNull();
});

test("a draft belongs to an account, and an unreadable one is ignored", () => {
  expect(forumDraftKey(1, "thread:5")).not.toBe(forumDraftKey(2, "thread:5"));
  const draft = { title: "", body: "words", quote: null, at: 5 };
  expect(parseForumDraft(JSON.stringify(draft))).toEqual(draft);
  for (const bad of [null, "", "{", "[]", '{"body":1}', '"x"']) expect(parseForumDraft(bad)).toBeNull();
});

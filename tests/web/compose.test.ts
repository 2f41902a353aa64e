import { describe, expect, test } from "vitest";
import type { Reply } from "#domain/forums/api.ts";
import { difference } from "#web/features/forums/compose/diff.ts";
import { draftKey, parseDraft } from "#web/features/forums/compose/drafts.ts";
import {
  bulleted,
  type Command,
  code,
  edited,
  link,
  nextLine,
  numbered,
  putLine,
  quoted,
  wrap,
} from "#web/features/forums/compose/edits.ts";
import { mentionAt } from "#web/features/forums/compose/mention.ts";
import { asPath } from "#web/features/forums/compose/own-links.ts";
import { quoteOf, quotes, readQuote, withQuote } from "#web/features/forums/compose/quote.ts";

/** A text with its selection between brackets. */
function marked(text: string) {
  const start = text.indexOf("[");
  const end = text.indexOf("]") - 1;
  return { text: text.replace("[", "").replace("]", ""), start, end };
}

/** What a command makes of such a text, the same way. */
function does(command: Command, text: string): string {
  const selected = marked(text);
  const edit = command(selected);
  const after = edited(selected, edit);
  return `${after.slice(0, edit.start)}[${after.slice(edit.start, edit.end)}]${after.slice(edit.end)}`;
}

describe("a mark", () => {
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
  ])("%s around %s makes %s", (mark, before, after) => {
    expect(does(wrap(mark), before)).toBe(after);
  });
});

describe("the beginning of lines", () => {
  test.each([
    ["bulleted", bulleted, "one\n[two\nthree]\nfour", "one\n[- two\n- three]\nfour"],
    ["bulleted off", bulleted, "[- two\n- three]", "[two\nthree]"],
    ["bulleted from a caret", bulleted, "tw[]o", "- two[]"],
    ["bulleted on nothing", bulleted, "[]", "- []"],
    ["numbered", numbered, "[one\n\ntwo]", "[1. one\n\n2. two]"],
    ["numbered from bullets", numbered, "[- one\n- two]", "[1. one\n2. two]"],
    ["numbered off", numbered, "[1. one\n2. two]", "[one\ntwo]"],
    ["quoted", quoted, "[one\n\ntwo]", "[> one\n> \n> two]"],
    ["quoted off", quoted, "[> one\n>\n> two]", "[one\n\ntwo]"],
    ["code in a line", code, "run [npm] now", "run `[npm]` now"],
    ["code in lines", code, "[one\ntwo]", "[```\none\ntwo\n```]"],
    ["code off", code, "[```\none\ntwo\n```]", "[one\ntwo]"],
  ])("is %s", (_, command, before, after) => {
    expect(does(command, before)).toBe(after);
  });

  test("of a list goes on with Enter, and ends on an empty line", () => {
    const next = (text: string) => {
      const edit = nextLine({ text, start: text.length, end: text.length });
      return edit && edited({ text }, edit);
    };
    expect(next("- one")).toBe("- one\n- ");
    expect(next("  9. nine")).toBe("  9. nine\n  10. ");
    expect(next("- one\n- ")).toBe("- one\n");
    expect(next("just words")).toBeNull();
  });
});

test("a link has selected what is still to be typed", () => {
  expect(does(link, "see [this] now")).toBe("see [this]([https://]) now");
  expect(edited(marked("[https://a.example/x]"), link(marked("[https://a.example/x]")))).toBe(
    "[](https://a.example/x)",
  );
});

test("a card's path stands on a line of its own", () => {
  expect(does(putLine("/levels/12"), "look[]")).toBe("look\n\n/levels/12\n\n[]");
  expect(does(putLine("/levels/12"), "[]")).toBe("/levels/12\n\n[]");
  expect(does(putLine("/levels/12"), "look\n\n[]\n\nmore")).toBe("look\n\n/levels/12[]\n\nmore");
});

test("a pasted address of this site's levels and items becomes its path, no other does", () => {
  const here = "https://bopolis.example";
  expect(asPath(`${here}/levels/12`, here)).toBe("/levels/12");
  expect(asPath(` ${here}/items/7/?tab=owners#about `, here)).toBe("/items/7");
  for (const other of [
    "https://bopolis.example.evil/levels/12",
    "https://other.example/levels/12",
    `${here}/users/anna`,
    `${here}/levels/12/edit`,
    `look: ${here}/levels/12`,
    "/levels/12",
  ])
    expect(asPath(other, here)).toBe(other);
});

const reply = (body: string) =>
  ({ id: 7, thread_id: 3, user: { username: "anna" }, body }) as unknown as Reply;

describe("a quote", () => {
  test("names who said it, leads there and leaves out what they quoted", () => {
    expect(quoteOf(reply("> [@ben](/x) wrote:\n> older\n\nI agree.\n\n\n\nReally."))).toBe(
      "> [@anna](/forums/thread/3?reply=7#reply-7) wrote:\n> I agree.\n>\n> Really.\n\n",
    );
  });

  test("of a long text is cut, and a block of code that was cut in two is closed", () => {
    const quote = quoteOf(reply(`\`\`\`\n${"x".repeat(5_000)}\n\`\`\``));
    expect(quote.length).toBeLessThan(1_700);
    expect(quote.trimEnd().endsWith("…\n> ```")).toBe(true);
  });

  test("comes once into what was begun, and counts as long as it stands there", () => {
    const quote = quoteOf(reply("Hello"));
    expect(withQuote("", quote)).toBe(quote);
    expect(withQuote("Begun", quote)).toBe(`Begun\n\n${quote}`);
    expect(withQuote(`${quote}My answer`, quote)).toBe(`${quote}My answer`);
    expect(quotes(quote, 3, 7)).toBe(true);
    expect(quotes(quote, 3, 8)).toBe(false);
    expect(quotes("without it", 3, 7)).toBe(false);
  });

  test("is read from an address only where it is a number of a reply", () => {
    expect(readQuote(new URLSearchParams("quote=12"))).toBe(12);
    for (const bad of ["", "quote=", "quote=0", "quote=-1", "quote=1.5", "quote=x", "quote=1e20"])
      expect(readQuote(new URLSearchParams(bad))).toBeNull();
  });
});

test("a name is looked for as soon as two letters of it stand after an @", () => {
  const at = (text: string) => mentionAt(text, text.length);
  expect(at("hi @an")).toEqual({ from: 3, typed: "an" });
  expect(at("@anna")).toEqual({ from: 0, typed: "anna" });
  for (const none of ["hi @a", "mail me@an", "@anna ", "@@an", "an"]) expect(at(none)).toBeNull();
});

test("a draft is an account's own, and one that can't be read is none", () => {
  expect(draftKey(1, "thread:5")).not.toBe(draftKey(2, "thread:5"));
  const draft = { title: "", body: "words", quote: null, at: 5 };
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
  for (const bad of [null, "", "{", "[]", '{"body":1}', '"x"']) expect(parseDraft(bad)).toBeNull();
});

describe("what an edit changed", () => {
  const told = (before: string, after: string) =>
    difference(before, after)
      .map(({ kind, text }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[kind])
      .join("");

  test("is told word by word", () => {
    expect(told("a red house", "a blue house")).toBe("a -red-+blue+ house");
    expect(told("one two", "one two three")).toBe("one two+ three+");
    expect(told("same", "same")).toBe("same");
    expect(told("", "new")).toBe("+new+");
    expect(told("the cat sat here", "the old dog slept here")).toBe("the -cat sat-+old dog slept+ here");
  });

  test("of two long texts that share nothing is told as a whole", () => {
    const before = "a ".repeat(3_000);
    const after = "b ".repeat(3_000);
    expect(difference(before, after).map(({ kind }) => kind)).toEqual(["removed", "added", "same"]);
  });
});

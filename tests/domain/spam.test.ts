import fc from "fast-check";
import {
  type AuthorHistory,
  countLinks,
  holdFor,
  isNewcomer,
  isTooFast,
  POSTS_PER_HOUR,
  textKey,
} from "#domain/spam/rules.ts";
import { WordList } from "#domain/spam/word-list.ts";
import { expectLinearCpu } from "#tests/support/cpu.ts";
import { forAll } from "#tests/support/for-all.ts";

const settled: AuthorHistory = { newcomer: false, posts: 0, threads: 0, same_own: 0, same_others: 0 };
const newcomer: AuthorHistory = { ...settled, newcomer: true };
const none = new WordList([]);
const LONG = "Come to my place, there are free coins for everyone who asks nicely.";

describe("the word list", () => {
  const words = new WordList([
    ["duck", "refuse", 1],
    ["goose", "hold", 0],
    ["ass", "refuse", 1],
  ]);

  test.each([
    ["a duck!", true],
    ["DUCK", true],
    ["d u c k", true],
    ["d.u.c.k", true],
    ["duuuuuck", true],
    ["dúck", true],
    ["du\u200bck", true],
    ["ｄｕｃｋ", true],
    ["ducks", false],
    ["seaduck", false],
    ["A luck of the draw", false],
  ])("finds a whole word in %j: %s", (text, found) => {
    expect(words.find(text, "refuse")).toEqual(found ? ["duck"] : []);
  });

  test.each([
    ["g00se", true],
    ["mongooses", true],
    ["go ose", true],
    ["goo", false],
  ])("finds part of a word in %j: %s", (text, found) => {
    expect(words.find(text, "hold")).toEqual(found ? ["goose"] : []);
  });

  test("finds a word in any surroundings, and ignores words that only match when letters are dropped", () => {
    expect(words.find("as good as any class, pass me the assets", "refuse")).toEqual([]);
    expect(words.find("you a$$", "refuse")).toEqual(["ass"]);
    forAll(fc.string(), fc.string(), (before, after) => {
      expect(words.find(`${before} duck ${after}`, "refuse")).toContain("duck");
    });
  });

  test.each([
    ["Go  jump, LAKE!", false],
    ["so go jump in the l4ke", true],
    ["go jump in the laaaake", true],
    ["gojumpinthelake", true],
    ["ego jump in the lake", false],
    ["go jump in the lakes", false],
  ])("finds consecutive words in %j: %s", (text, found) => {
    const phrase = new WordList([["Go jump in the lake", "refuse", 1]]);
    expect(phrase.find(text, "refuse")).toEqual(found ? ["Go jump in the lake"] : []);
  });

  test("accepts any text, in linear time", () => {
    forAll(fc.string({ unit: "binary", maxLength: 300 }), (text) => void words.find(text, "hold"));
    const many = new WordList(
      Array.from({ length: 500 }, (_, i) => [`w${i}rd`, i % 2 ? "hold" : "refuse", i % 3 ? 1 : 0] as const),
    );
    for (const piece of ["o", " a b c", "w1rd "])
      expectLinearCpu(
        (length) => piece.repeat(length / piece.length),
        4_000,
        (text) => many.find(text, "hold"),
      );
  });

  test("reads the stored list, and null as an empty one", () => {
    expect(WordList.read('[["duck","refuse",1]]').find("duck", "refuse")).toEqual(["duck"]);
    expect(WordList.read(null).find("duck", "refuse")).toEqual([]);
  });
});

describe("flood protection", () => {
  const DAY = 24 * 60 * 60 * 1000;

  test.each([
    [{ created_at: 0, email_verified_at: 1 }, DAY - 1, true],
    [{ created_at: 0, email_verified_at: 1 }, DAY, false],
    [{ created_at: 0, email_verified_at: null }, 9 * DAY, true],
  ])("treats the account %j as new after %d ms: %s", (account, now, expected) => {
    expect(isNewcomer(account, now)).toBe(expected);
  });

  test.each([
    ["reply", { ...newcomer, posts: POSTS_PER_HOUR.newcomer.posts - 1 }, false],
    ["reply", { ...newcomer, posts: POSTS_PER_HOUR.newcomer.posts }, true],
    ["reply", { ...settled, posts: POSTS_PER_HOUR.newcomer.posts }, false],
    ["reply", { ...settled, posts: POSTS_PER_HOUR.regular.posts }, true],
    ["thread", { ...newcomer, threads: POSTS_PER_HOUR.newcomer.threads }, true],
    ["comment", { ...newcomer, threads: POSTS_PER_HOUR.newcomer.threads }, false],
  ] as const)("finds a %s by a member with %j too fast: %s", (kind, history, expected) => {
    expect(isTooFast(history, kind)).toBe(expected);
  });

  test.each([
    ["see https://a.com and http://b.org/x?y", 2],
    ["www.spam.xyz or spam.gg", 2],
    ["https://bopolis.test/levels/3 and /items/4", 0],
    ["e.g. this. And that.Then a@b.com", 0],
    ["no links: 3.5 or v1.2", 0],
  ])("counts the links in %j to other sites: %d", (text, count) => {
    expect(countLinks(text, "bopolis.test")).toBe(count);
  });

  test("holds links by newcomers sooner than those by others", () => {
    const two = "https://a.com https://b.com";
    expect(holdFor(two, newcomer, none, "")).toEqual({ why: "links", found: "2" });
    expect(holdFor(two, settled, none, "")).toBeNull();
    expect(holdFor("https://a.com ".repeat(9), settled, none, "")?.why).toBe("links");
  });

  test("holds what was posted twice before, short texts later, and the same long text from many accounts", () => {
    expect(holdFor(LONG, { ...settled, same_own: 1 }, none, "")).toBeNull();
    expect(holdFor(LONG, { ...settled, same_own: 2 }, none, "")?.why).toBe("repeated");
    expect(holdFor("nice!", { ...settled, same_own: 5 }, none, "")).toBeNull();
    expect(holdFor("nice!", { ...settled, same_own: 6 }, none, "")?.why).toBe("repeated");
    expect(holdFor(LONG, { ...settled, same_others: 4 }, none, "")?.why).toBe("repeated");
    expect(holdFor("well played", { ...settled, same_others: 40 }, none, "")).toBeNull();
  });

  test("treats texts as equal in any case, spacing and punctuation", () => {
    expect(textKey("FREE   coins!!! here")).toBe(textKey("free coins, here."));
    expect(textKey("comment 1")).not.toBe(textKey("comment 2"));
    expect(textKey("!!!")).toBe("!!!");
  });

  test("checks the word list before everything else", () => {
    const words = new WordList([["goose", "hold", 0]]);
    expect(holdFor("goose https://a.com https://b.com", newcomer, words, "")).toEqual({
      why: "words",
      found: "goose",
    });
  });
});

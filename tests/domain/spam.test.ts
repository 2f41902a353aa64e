import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  countLinks,
  holdOf,
  isNewcomer,
  isTooFast,
  type Past,
  PER_HOUR,
  sameness,
} from "#domain/spam/rules.ts";
import { Words } from "#domain/spam/words.ts";
import { expectLinear } from "#tests/support/cpu.ts";

const settled: Past = { newcomer: false, posts: 0, threads: 0, same_own: 0, same_others: 0 };
const newcomer: Past = { ...settled, newcomer: true };
const none = new Words([]);
const LONG = "Come to my place, there are free coins for everybody who asks nicely.";

describe("the word list", () => {
  const words = new Words([
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
  ])("finds a word of its own in %j: %s", (text, found) => {
    expect(words.find(text, "refuse")).toEqual(found ? ["duck"] : []);
  });

  test.each([
    ["g00se", true],
    ["mongooses", true],
    ["go ose", true],
    ["goo", false],
  ])("finds a part in %j: %s", (text, found) => {
    expect(words.find(text, "hold")).toEqual(found ? ["goose"] : []);
  });

  test("leaves words alone that only look like one when letters are dropped", () => {
    expect(words.find("as good as any class, pass me the assets", "refuse")).toEqual([]);
    expect(words.find("you a$$", "refuse")).toEqual(["ass"]);
  });

  test("finds a word whatever stands around it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(words.find(`${before} duck ${after}`, "refuse")).toContain("duck");
      }),
    );
  });

  test.each([
    ["Go  jump, LAKE!", false],
    ["so go jump in the l4ke", true],
    ["go jump in the laaaake", true],
    ["gojumpinthelake", true],
    ["ego jump in the lake", false],
    ["go jump in the lakes", false],
  ])("finds several words that follow each other in %j: %s", (text, found) => {
    const phrase = new Words([["Go jump in the lake", "refuse", 1]]);
    expect(phrase.find(text, "refuse")).toEqual(found ? ["Go jump in the lake"] : []);
  });

  test("takes any text, in time proportional to its length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => void words.find(text, "hold")),
    );
    const many = new Words(
      Array.from({ length: 500 }, (_, i) => [`w${i}rd`, i % 2 ? "hold" : "refuse", i % 3 ? 1 : 0] as const),
    );
    for (const piece of ["o", " a b c", "w1rd "])
      expectLinear(
        (length) => piece.repeat(length / piece.length),
        4_000,
        (text) => many.find(text, "hold"),
      );
  });

  test("reads the list as it is stored, and none as empty", () => {
    expect(Words.read('[["duck","refuse",1]]').find("duck", "refuse")).toEqual(["duck"]);
    expect(Words.read(null).find("duck", "refuse")).toEqual([]);
  });
});

describe("floods", () => {
  const DAY = 24 * 60 * 60 * 1000;

  test.each([
    [{ created_at: 0, email_verified_at: 1 }, DAY - 1, true],
    [{ created_at: 0, email_verified_at: 1 }, DAY, false],
    [{ created_at: 0, email_verified_at: null }, 9 * DAY, true],
  ])("an account %j is new after %d ms: %s", (account, now, is) => {
    expect(isNewcomer(account, now)).toBe(is);
  });

  test.each([
    ["reply", { ...newcomer, posts: PER_HOUR.newcomer.posts - 1 }, false],
    ["reply", { ...newcomer, posts: PER_HOUR.newcomer.posts }, true],
    ["reply", { ...settled, posts: PER_HOUR.newcomer.posts }, false],
    ["reply", { ...settled, posts: PER_HOUR.settled.posts }, true],
    ["thread", { ...newcomer, threads: PER_HOUR.newcomer.threads }, true],
    ["comment", { ...newcomer, threads: PER_HOUR.newcomer.threads }, false],
  ] as const)("a %s of somebody with %j is too fast: %s", (kind, past, is) => {
    expect(isTooFast(past, kind)).toBe(is);
  });

  test.each([
    ["see https://a.com and http://b.org/x?y", 2],
    ["www.spam.xyz or spam.gg", 2],
    ["https://bopolis.test/levels/3 and /items/4", 0],
    ["e.g. this. And that.Then a@b.com", 0],
    ["no links: 3.5 or v1.2", 0],
  ])("%j has so many addresses of other sites: %d", (text, count) => {
    expect(countLinks(text, "bopolis.test")).toBe(count);
  });

  test("holds links of newcomers sooner than those of others", () => {
    const two = "https://a.com https://b.com";
    expect(holdOf(two, newcomer, none, "")).toEqual({ why: "links", found: "2" });
    expect(holdOf(two, settled, none, "")).toBeNull();
    expect(holdOf("https://a.com ".repeat(9), settled, none, "")?.why).toBe("links");
  });

  test("holds what was said twice before, short words later", () => {
    expect(holdOf(LONG, { ...settled, same_own: 1 }, none, "")).toBeNull();
    expect(holdOf(LONG, { ...settled, same_own: 2 }, none, "")?.why).toBe("repeated");
    expect(holdOf("nice!", { ...settled, same_own: 5 }, none, "")).toBeNull();
    expect(holdOf("nice!", { ...settled, same_own: 6 }, none, "")?.why).toBe("repeated");
  });

  test("holds the same long text from many accounts", () => {
    expect(holdOf(LONG, { ...settled, same_others: 4 }, none, "")?.why).toBe("repeated");
    expect(holdOf("well played", { ...settled, same_others: 40 }, none, "")).toBeNull();
  });

  test("takes texts for the same whatever their case, spacing and punctuation", () => {
    expect(sameness("FREE   coins!!! here")).toBe(sameness("free coins, here."));
    expect(sameness("comment 1")).not.toBe(sameness("comment 2"));
    expect(sameness("!!!")).toBe("!!!");
  });

  test("words come before everything else", () => {
    const words = new Words([["goose", "hold", 0]]);
    expect(holdOf("goose https://a.com https://b.com", newcomer, words, "")).toEqual({
      why: "words",
      found: "goose",
    });
  });
});

import fc from "fast-check";
import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { countCharacters, LIMITS } from "#domain/limits.ts";
import { CASE_ACTS, CASE_ORDERS, CASE_STATES, type CaseAct } from "#domain/moderation/types.ts";
import {
  type CaseView,
  inState,
  readAppealView,
  readCaseView,
  writeAppealView,
  writeCaseView,
} from "#domain/moderation/view.ts";
import { REPORT_TYPES } from "#domain/reports/types.ts";
import { changesOf } from "#web/features/moderation/changes.ts";
import { isToCome, untilOf } from "#web/features/moderation/lengths.ts";
import { OpenCases } from "#web/features/moderation/open-cases.tsx";
import { planOf, withTemplate } from "#web/features/moderation/plan.ts";
import { listed } from "#web/text/cases.ts";
import { REASON_TEMPLATES } from "#web/text/moderation.ts";
import { markupOf } from "./markup.ts";

const NOW = Date.parse("2026-11-22T10:00:00Z");

describe("what changed between two copies of a text", () => {
  test("what stayed, what went and what came, word by word", () => {
    expect(changesOf("you are a brick", "you are one brick")).toEqual([
      { kind: "same", text: "you are " },
      { kind: "gone", text: "a" },
      { kind: "new", text: "one" },
      { kind: "same", text: " brick" },
    ]);
    expect(changesOf("", "")).toEqual([]);
    expect(changesOf("gone", "")).toEqual([{ kind: "gone", text: "gone" }]);
  });

  test("the old text and the new one can be read from it, whatever they are", () => {
    const words = fc.array(fc.constantFrom("a", "b", "  ", "\n", "<b>", "👩‍👩‍👧"), { maxLength: 30 });
    const text = words.map((list) => list.join(" "));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const stretches = changesOf(before, after);
        const without = (kind: string) =>
          stretches
            .filter((one) => one.kind !== kind)
            .map((one) => one.text)
            .join("");
        expect(without("new")).toBe(before);
        expect(without("gone")).toBe(after);
      }),
    );
  });

  test("very long texts are told as replaced, and at once", () => {
    const [before, after] = [1, 2].map((seed) => `${seed} `.repeat(5_000));
    expect(changesOf(before ?? "", after ?? "")).toEqual([
      { kind: "gone", text: before },
      { kind: "new", text: after },
    ]);
    expect(changesOf(before ?? "", before ?? "")).toEqual([{ kind: "same", text: before }]);
  });
});

describe("what a decision will do", () => {
  const plan = (acts: readonly CaseAct[], reporters = 1) =>
    planOf({
      type: "reply",
      username: "Max",
      acts,
      length: "for 1 week",
      subforum: "Off Topic",
      reporters,
    });

  test("it is said in one sentence, in the order in which it is offered", () => {
    expect(plan([])).toBe("Nothing is chosen yet.");
    expect(plan(["warn", "remove"], 3)).toBe("This will remove the reply, warn Max and tell 3 reporters.");
    expect(plan(["ban"])).toBe("This will ban Max for 1 week and tell 1 reporter.");
    expect(plan(["move", "lock"])).toBe(
      "This will move the thread to Off Topic, lock the thread and tell 1 reporter.",
    );
  });

  test("a texture that is rejected is hidden, too, and that is said once", () => {
    expect(plan(["hide", "reject"])).toBe(
      "This will hide the item and take its texture off everybody and tell 1 reporter.",
    );
  });

  test("every act of every kind has its words", () => {
    for (const type of REPORT_TYPES)
      for (const act of CASE_ACTS)
        expect(
          planOf({ type, username: "Max", acts: [act], length: "x", subforum: "y", reporters: 2 }),
        ).toMatch(/^This will .+ and tell 2 reporters\.$/);
  });

  test.each([
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b and c"],
  ])("%j is read as %j", (parts, text) => expect(listed(parts)).toBe(text));
});

describe("how long a ban is", () => {
  test.each([
    ["day", "", "2026-11-23T10:00:00.000Z"],
    ["days", "", "2026-11-25T10:00:00.000Z"],
    ["week", "", "2026-11-29T10:00:00.000Z"],
    ["month", "", "2026-12-22T10:00:00.000Z"],
    ["date", "2026-11-30", "2026-11-30T23:59:59Z"],
    ["date", "", ""],
    ["ever", "", null],
  ] as const)("%s %s: until %s", (length, day, until) => expect(untilOf(length, day, NOW)).toBe(until));

  test.each([
    [null, true],
    [undefined, true],
    ["", false],
    ["2026-11-22T09:59:59Z", false],
    ["2026-11-22T23:59:59Z", true],
    ["soon", false],
  ])("%s is to come: %s", (until, isSo) => expect(isToCome(until, NOW)).toBe(isSo));
});

describe("templates of reasons", () => {
  const TEXTS = REASON_TEMPLATES.map(({ text }) => text);

  test("all of them fit, with room for a word of one's own", () => {
    for (const text of TEXTS) expect(countCharacters(text)).toBeLessThan(LIMITS.banReason / 2);
    expect(new Set(REASON_TEMPLATES.map(({ value }) => value)).size).toBe(TEXTS.length);
  });

  test("one takes the place of another, but never of what was typed", () => {
    const [spam = "", insults = ""] = TEXTS;
    expect(withTemplate("", spam, TEXTS)).toBe(spam);
    expect(withTemplate(spam, insults, TEXTS)).toBe(insults);
    expect(withTemplate("You know why.", spam, TEXTS)).toBe(`You know why.\n${spam}`);
    expect(withTemplate("You know why.", "", TEXTS)).toBe("You know why.");
  });
});

describe("addresses of the queues", () => {
  const view: fc.Arbitrary<CaseView> = fc.record({
    state: fc.constantFrom(...CASE_STATES),
    type: fc.constantFrom("" as const, ...REPORT_TYPES),
    order: fc.constantFrom(...CASE_ORDERS),
    page: fc.integer({ min: 1, max: 1_000_000 }),
  });

  test("what is shown can be read from the address", () => {
    fc.assert(
      fc.property(view, (one) => {
        expect(readCaseView(new URLSearchParams(writeCaseView(one)))).toEqual(one);
      }),
    );
    expect(writeCaseView(readCaseView(new URLSearchParams()))).toBe("");
    expect(readCaseView(new URLSearchParams("state=decided")).order).toBe("newest");
    const appeals = { state: "declined", page: 3 } as const;
    expect(readAppealView(new URLSearchParams(writeAppealView(appeals)))).toEqual(appeals);
  });

  test("another state brings its usual order along, and keeps an order that was chosen", () => {
    const open: CaseView = { state: "open", type: "level", order: "oldest", page: 3 };
    expect(inState(open, "decided")).toEqual({ state: "decided", type: "level", order: "newest", page: 1 });
    expect(inState({ ...open, state: "decided", order: "newest" }, "mine").order).toBe("oldest");
    expect(inState({ ...open, order: "most" }, "decided").order).toBe("most");
  });

  test("what means nothing is left out", () => {
    const junk = new URLSearchParams("state=closed&type=cat&order=up&page=-1");
    expect(readCaseView(junk)).toEqual({ state: "open", type: "", order: "oldest", page: 1 });
    expect(readAppealView(junk)).toEqual({ state: "waiting", page: 1 });
  });
});

test("open cases about a person are links to their pages, and nothing is shown where there are none", () => {
  const cases = [
    { id: 7, type: "level", name: "Lava Tower", reason: "spam", reports_count: 3 },
    { id: 8, type: "user", name: "", reason: "harassment", reports_count: 1 },
  ] as const;
  const html = markupOf(createElement(OpenCases, { cases, heading: "Open reports" }));
  expect(html).toContain("Open reports");
  expect(html).toMatch(/<a [^>]*href="\/staff\/reports\/7"[^>]*>Lava Tower<\/a>/);
  expect(html).toMatch(/<a [^>]*href="\/staff\/reports\/8"[^>]*>Report 8<\/a>/);
  expect(html).toContain("3 reports");
  expect(markupOf(createElement(OpenCases, { cases: [], heading: "Open reports" }))).toBe("");
});

import fc from "fast-check";
import { createElement } from "react";
import type { EvidenceCopy } from "#domain/moderation/api.ts";
import { CASE_ACTIONS, CASE_ORDERS, CASE_STATES, type CaseAction } from "#domain/moderation/types.ts";
import {
  type CaseView,
  readAppealView,
  readCaseView,
  withState,
  writeAppealView,
  writeCaseView,
} from "#domain/moderation/view.ts";
import { REPORT_TYPES, type ReportType } from "#domain/reports/types.ts";
import { forAll } from "#tests/support/for-all.ts";
import { banEnd, isFuture } from "#web/features/reports/bans/ban-length.ts";
import { applyTemplate, describeDecision } from "#web/features/reports/cases/describe-decision.ts";
import { Evidence } from "#web/features/reports/cases/evidence.tsx";
import { formatList } from "#web/features/reports/text/case.ts";
import { REASON_TEMPLATES } from "#web/features/reports/text/moderation.ts";
import { diffWords } from "#web/lib/diff-words.ts";
import { markupOf } from "./markup.ts";

const NOW = Date.parse("2026-11-22T10:00:00Z");

describe("the diff of two copies of a text", () => {
  test.each([
    ["you are a brick", "you are one brick", "you are -a-+one+ brick"],
    ["a red house", "a blue house", "a -red-+blue+ house"],
    ["one two", "one two three", "one two+ three+"],
    ["same", "same", "same"],
    ["", "new", "+new+"],
    ["gone", "", "-gone-"],
    ["", "", ""],
    ["the cat sat here", "the old dog slept here", "the -cat sat-+old dog slept+ here"],
  ])("of %j and %j is %s, with the unchanged, removed and added words", (before, after, expected) => {
    const shown = diffWords(before, after).map(({ kind, text }) => {
      return { same: text, added: `+${text}+`, removed: `-${text}-` }[kind];
    });
    expect(shown.join("")).toBe(expected);
  });

  test("contains the old and the new text, whatever they are", () => {
    const words = fc.array(fc.constantFrom("a", "b", "  ", "\n", "<b>", "👩‍👩‍👧"), { maxLength: 30 });
    const text = words.map((list) => list.join(" "));
    forAll(text, text, (before, after) => {
      const stretches = diffWords(before, after);
      const without = (kind: string) =>
        stretches
          .filter((one) => one.kind !== kind)
          .map((one) => one.text)
          .join("");
      expect(without("added")).toBe(before);
      expect(without("removed")).toBe(after);
    });
  });

  test("of very long texts is a replacement, made quickly", () => {
    const [before, after] = [1, 2].map((seed) => `${seed} `.repeat(5_000));
    expect(diffWords(before ?? "", after ?? "")).toEqual([
      { kind: "removed", text: before?.trimEnd() },
      { kind: "added", text: after?.trimEnd() },
      { kind: "same", text: " " },
    ]);
    expect(diffWords(before ?? "", before ?? "")).toEqual([{ kind: "same", text: before }]);
  });
});

describe("the description of a decision", () => {
  const plan = (actions: readonly CaseAction[], reporters = 1, type: ReportType = "reply") =>
    describeDecision({
      ...{ type, username: "Max", actions, reporters },
      ...{ length: "for 1 week", subforum: "Off Topic" },
    });

  test("is one sentence with the actions in the order of the form, and mentions a rejected texture once", () => {
    expect(plan([])).toBe("Nothing selected yet.");
    expect(plan(["warn", "remove"], 3)).toBe("This will remove the reply, warn Max and notify 3 reporters.");
    expect(plan(["ban"])).toBe("This will ban Max for 1 week and notify 1 reporter.");
    expect(plan(["move", "lock"])).toBe(
      "This will move the thread to Off Topic, lock the thread and notify 1 reporter.",
    );
    expect(plan(["hide", "reject"])).toBe(
      "This will hide the item and take its texture off every bopi and notify 1 reporter.",
    );
  });

  test("covers every action on every type", () => {
    for (const type of REPORT_TYPES)
      for (const action of CASE_ACTIONS)
        expect(plan([action], 2, type)).toMatch(/^This will .+ and notify 2 reporters\.$/);
  });

  test.each([
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b and c"],
  ])("lists %j as %j", (parts, text) => expect(formatList(parts)).toBe(text));
});

describe("the end of a ban", () => {
  test.each([
    ["day", "", "2026-11-23T10:00:00.000Z"],
    ["days", "", "2026-11-25T10:00:00.000Z"],
    ["week", "", "2026-11-29T10:00:00.000Z"],
    ["month", "", "2026-12-22T10:00:00.000Z"],
    ["date", "2026-11-30", "2026-11-30T23:59:59Z"],
    ["date", "", ""],
    ["ever", "", null],
  ] as const)("for %s %s is %s", (length, day, until) => expect(banEnd(length, day, NOW)).toBe(until));

  test.each([
    [null, true],
    [undefined, true],
    ["", false],
    ["2026-11-22T09:59:59Z", false],
    ["2026-11-22T23:59:59Z", true],
    ["soon", false],
  ])("at %s is in the future: %s", (until, expected) => expect(isFuture(until, NOW)).toBe(expected));
});

describe("the templates of reasons", () => {
  const TEXTS = REASON_TEMPLATES.map(({ text }) => text);

  test("replace one another, but never what was typed", () => {
    const [spam = "", insults = ""] = TEXTS;
    expect(applyTemplate("", spam, TEXTS)).toBe(spam);
    expect(applyTemplate(spam, insults, TEXTS)).toBe(insults);
    expect(applyTemplate("You know why.", spam, TEXTS)).toBe(`You know why.\n${spam}`);
    expect(applyTemplate("You know why.", "", TEXTS)).toBe("You know why.");
  });
});

describe("the URL of a queue", () => {
  const view: fc.Arbitrary<CaseView> = fc.record({
    state: fc.constantFrom(...CASE_STATES),
    type: fc.constantFrom("" as const, ...REPORT_TYPES),
    order: fc.constantFrom(...CASE_ORDERS),
    page: fc.integer({ min: 1, max: 1_000_000 }),
  });

  test("contains the whole view, and ignores invalid values", () => {
    forAll(view, (one) => void expect(readCaseView(new URLSearchParams(writeCaseView(one)))).toEqual(one));
    expect(writeCaseView(readCaseView(new URLSearchParams()))).toBe("");
    expect(readCaseView(new URLSearchParams("state=decided")).order).toBe("newest");
    const appeals = { state: "declined", page: 3 } as const;
    expect(readAppealView(new URLSearchParams(writeAppealView(appeals)))).toEqual(appeals);
    const junk = new URLSearchParams("state=closed&type=cat&order=up&page=-1");
    expect(readCaseView(junk)).toEqual({ state: "open", type: "", order: "oldest", page: 1 });
    expect(readAppealView(junk)).toEqual({ state: "waiting", page: 1 });
  });

  test("gets the usual order of a new state, but keeps an order that was chosen", () => {
    const open: CaseView = { state: "open", type: "level", order: "oldest", page: 3 };
    expect(withState(open, "decided")).toEqual({ state: "decided", type: "level", order: "newest", page: 1 });
    expect(withState({ ...open, state: "decided", order: "newest" }, "mine").order).toBe("oldest");
    expect(withState({ ...open, order: "most" }, "decided").order).toBe("most");
  });
});

// Its clock needs a browser.
vi.mock("#web/ui/relative-time.tsx", () => ({ RelativeTime: () => null }));

const times = { created_at: "2026-03-01T12:00:00Z", created_at_formatted: "March 1, 2026" };
const lily = {
  id: 7,
  username: "Lily",
  url: "/users/Lily",
  level: 1,
  has_gold: false,
  gold_username: false,
  bopi: { headshot_url: "/static/head.svg", avatar_url: "/static/full.svg" },
};
const copyOf = (fields: Partial<EvidenceCopy>): EvidenceCopy => ({
  id: 1,
  title: "",
  text: "",
  picture_url: null,
  messages: [],
  place: "",
  ...times,
  ...fields,
});
const message = (id: string, body: string, reported: boolean) => ({
  id,
  user: lily,
  body,
  reported,
  ...times,
});

const shown = (copy: EvidenceCopy) => markupOf(createElement(Evidence, { copies: [copy] }));
const countOf = (html: string, text: string) => html.split(text).length - 1;

describe("the copy of what was reported", () => {
  test("shows a message once, among those around it", () => {
    const html = shown(
      copyOf({
        text: "something rude",
        messages: [message("1", "hello", false), message("2", "something rude", true)],
      }),
    );
    expect(html).toContain("Messages around it");
    expect(countOf(html, "something rude")).toBe(1);
  });

  test("shows a player's bio and the chat in the level, with their lines marked", () => {
    const html = shown(
      copyOf({
        title: "Lily",
        text: "I am rude",
        place: "Chat in Lava Tower",
        messages: [message("1", "hello", false), message("2", "go away", true)],
      }),
    );
    for (const text of ["I am rude", "Chat in Lava Tower", "Chat in the level", "hello", "go away"])
      expect(html).toContain(text);
    expect(countOf(html, ">Reported<")).toBe(1);
  });
});

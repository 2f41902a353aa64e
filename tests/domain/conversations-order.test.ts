import fc from "fast-check";
import {
  conversationRows,
  hasUnknownUser,
  messageNumber,
  visibleMessages,
} from "#domain/conversations/reduce-chat.ts";
import { forAll } from "#tests/support/for-all.ts";
import { ChatSite, ME, SimulatedChatPage } from "./chat-page.ts";

const OTHERS = [2, 9] as const;
const other = fc.constantFrom(...OTHERS);

type At = [site: ChatSite, page: SimulatedChatPage, open: { work: () => void }[]];
type Step = (...at: At) => unknown;

/** A step that is taken with any of some values. */
const step = <T>(weight: number, values: fc.Arbitrary<T>, take: (value: T, ...at: At) => unknown) => ({
  weight,
  arbitrary: values.map(
    (value): Step =>
      (...at) =>
        take(value, ...at),
  ),
});

const steps: fc.Arbitrary<Step> = fc.oneof(
  step(6, fc.tuple(other, fc.boolean()), ([one, mine], site) => site.write(one, mine ? ME : one)),
  step(2, other, (one, _, page) => page.send(one)),
  step(2, fc.tuple(other, fc.nat(12)), ([one, at], site) => site.remove(one, at)),
  step(2, fc.tuple(other, fc.nat(12)), ([one, at], site) => site.restore(one, at)),
  step(2, other, (one, site) => site.read(one)),
  step(1, other, (one, site) => site.markSeen(one)),
  step(1, other, (one, site) => site.block(one)),
  step(3, fc.constant(null), (_, __, page, open) => open.push(page.request("list"))),
  step(4, other, (one, _, page, open) => open.push(page.request(one))),
  step(2, other, (one, _, page, open) => {
    const from = page.state.conversations[one]?.span?.from;
    if (from) open.push(page.request(one, from));
  }),
  step(6, fc.nat(), (pick, _, __, open) => open.splice(pick % Math.max(1, open.length), 1)[0]?.work()),
  step(6, fc.nat(), (pick, _, page) => page.arrive(pick)),
  step(6, fc.integer({ min: 1, max: 4 }), (count, _, page) => page.receive(count)),
  step(1, fc.integer({ min: 1, max: 6 }), (count, _, page) => page.replay(count)),
  step(1, fc.constant(null), (_, __, page) => page.lose()),
);

test("responses and events that come in any order, late, twice or not at all end in the site's state: no gaps, no duplicates, correct counts", () => {
  forAll(500, fc.array(steps, { maxLength: 80, size: "max" }), (stepsToRun) => {
    const site = new ChatSite();
    const page = new SimulatedChatPage(site);
    const open: { work: () => void }[] = [];
    for (const step of stepsToRun) {
      step(site, page, open);
      // At every moment each message is there once, in order, with none missing in between.
      for (const one of OTHERS) {
        const conversation = page.state.conversations[one];
        const numbers = visibleMessages(conversation).map(({ id }) => messageNumber(id));
        const { from = 0, to = -1 } = conversation?.span ?? {};
        const stored = site.conversation(one).messages.map(({ id }) => messageNumber(id));
        const within = stored.filter((number) => number >= from && number <= to);
        const ordered = numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0));
        const known = numbers.filter((number) => number <= to);
        // Calling `expect` every time would take most of the time.
        if (!ordered || known.join() !== within.join()) expect(numbers).toEqual(within);
      }
    }
    for (const { work } of open) work();
    page.settle(OTHERS);
    const withMessages = OTHERS.filter((one) => site.conversation(one).messages.length > 0);
    expect(page.shown(OTHERS)).toEqual(site.shown(OTHERS));
    expect(
      conversationRows(page.state)
        .map(({ user }) => user.id)
        .sort(),
    ).toEqual(withMessages.toSorted());
    expect(hasUnknownUser(page.state)).toBe(false);
  });
});

test("two pages of one user that received and requested different things agree in the end", () => {
  forAll(
    fc.array(steps, { maxLength: 40, size: "max" }),
    fc.array(steps, { maxLength: 40, size: "max" }),
    (first, second) => {
      const site = new ChatSite();
      const pages = [new SimulatedChatPage(site), new SimulatedChatPage(site)] as const;
      const open: { work: () => void }[] = [];
      for (let i = 0; i < Math.max(first.length, second.length); i++) {
        first[i]?.(site, pages[0], open);
        second[i]?.(site, pages[1], open);
      }
      for (const page of pages) page.settle(OTHERS);
      expect(pages[0].shown(OTHERS)).toEqual(pages[1].shown(OTHERS));
    },
  );
});

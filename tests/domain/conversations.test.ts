import fc from "fast-check";
import {
  conversationRows,
  hasUnknownUser,
  messageNumber,
  visibleMessages,
} from "#domain/conversations/reduce-chat.ts";
import {
  arrangeMessages,
  type ChatView,
  readChatView,
  splitLinks,
  writeChatView,
} from "#domain/conversations/view.ts";
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

const read = (url: string) => readChatView(new URL(url, "https://bopolis.test").searchParams);

test("every view survives a round trip through its URL, and the default view is /chat", () => {
  const id = fc.option(fc.integer({ min: 1, max: 1_000_000 }));
  const view: fc.Arbitrary<ChatView> = fc
    .record({
      tab: fc.constantFrom("conversations" as const, "search" as const),
      with: id,
      user: fc.option(fc.stringMatching(/^[A-Za-z0-9_]{3,20}$/)),
      term: fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.toWellFormed().trim()),
      as: id,
      message: fc.option(fc.constant("1_2_3")),
    })
    .map((one) => {
      const tab = one.as ? "conversations" : one.tab;
      return { ...one, tab, term: tab === "search" ? one.term : "" };
    });
  forAll(view, (one) => void expect(read(writeChatView(one))).toEqual(one));
  expect(writeChatView({})).toBe("/chat");
  expect(writeChatView({ with: 7, tab: "search", term: "a b" })).toBe("/chat?with=7&tab=search&term=a+b");
});

test("invalid values in a URL are ignored", () => {
  const plain = { tab: "conversations", with: null, user: null, term: "", as: null, message: null };
  for (const query of "with=0 with=-1 with=1.5 with=x as= user=a%20b user=ab message=1_2 tab=all".split(" "))
    expect(read(`/chat?${query}`)).toEqual(plain);
  // Staff who view someone else's chat can't search.
  expect(read("/chat?as=3&tab=search")).toEqual({ ...plain, as: 3 });
});

const at = (minute: number, sender_id: number) => ({
  sender_id,
  created_at: new Date(Date.UTC(2026, 4, 10, 23, 0) + minute * 60_000).toISOString(),
});
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const showsHeaders = (...messages: ReturnType<typeof at>[]) =>
  arrangeMessages(messages, dayOf).map(({ showsHeader }) => showsHeader);
const newDays = (...messages: ReturnType<typeof at>[]) =>
  arrangeMessages(messages, dayOf).map(({ newDay }) => newDay);

test("the sender's details show again when someone else writes, and after more than 15 minutes", () => {
  expect(showsHeaders(at(0, 1), at(5, 1), at(6, 2), at(7, 1))).toEqual([true, false, true, true]);
  expect(showsHeaders(at(0, 1), at(15, 1))).toEqual([true, false]);
  expect(showsHeaders(at(0, 1), at(15.001, 1))).toEqual([true, true]);
  // The gap is measured from the previous message, not from the last one with details.
  expect(showsHeaders(at(0, 1), at(10, 1), at(20, 1), at(30, 1))).toEqual([true, false, false, false]);
});

test("the date is shown above the first message of each day in the reader's time zone", () => {
  expect(newDays(at(0, 1), at(59, 1), at(60, 1), at(61, 2))).toEqual([true, false, true, false]);
  expect(showsHeaders(at(59, 1), at(60, 1))).toEqual([true, true]);
  const anHourEast = (time: number) => dayOf(time + 60 * 60_000);
  expect(arrangeMessages([at(0, 1), at(59, 1), at(60, 1)], anHourEast).map(({ newDay }) => newDay)).toEqual([
    true,
    false,
    false,
  ]);
  expect(arrangeMessages([], dayOf)).toEqual([]);
});

const links = (text: string) => splitLinks(text).flatMap(({ href }) => (href ? [href] : []));

test("http and https URLs become links, without the punctuation around them", () => {
  expect(links("see https://bopolis.test/levels/1.")).toEqual(["https://bopolis.test/levels/1"]);
  expect(links("(http://a.test/x) and https://b.test/wiki_(c)!")).toEqual([
    "http://a.test/x",
    "https://b.test/wiki_(c)",
  ]);
  expect(links("HTTPS://A.TEST/?q=1&r=2#top, ok")).toEqual(["https://a.test/?q=1&r=2#top"]);
  expect(splitLinks("a https://b.test c")).toEqual([
    { at: 0, text: "a " },
    { at: 2, text: "https://b.test", href: "https://b.test/" },
    { at: 16, text: " c" },
  ]);
});

test("nothing else becomes a link", () => {
  const texts = `javascript:alert(1) data:text/html,<b>x</b> vbscript:x ftp://a.test/x //a.test www.a.test
    https:// https://. http://localhost:8787/x https://bopolis.test@evil.test/login https://user:password@evil.test
    xhttps://a.test https:/a.test`;
  for (const text of texts.split(/\s+/)) expect(links(text), text).toEqual([]);
  // A URL ends at a bidirectional control character.
  expect(links("https://a.test/\u202egnp.exe")).toEqual(["https://a.test/"]);
});

test("splitting a text at its links loses no characters, and every link goes to http or https", () => {
  const part = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 8 }),
    fc.constantFrom("https://", "http://a.test", "@b.test", ")", "(", ".", " ", ":", "\n", "javascript:"),
  );
  forAll(300, fc.array(part, { maxLength: 12 }), (parts) => {
    const text = parts.join("");
    const splits = splitLinks(text);
    expect(splits.map((one) => one.text).join("")).toBe(text);
    for (const one of splits) {
      expect(text.slice(one.at, one.at + one.text.length)).toBe(one.text);
      if (one.href) expect(one.href).toMatch(/^https?:\/\/[^@/]+\//);
    }
  });
});

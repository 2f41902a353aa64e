import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { parseLiveFrame } from "#domain/live/events.ts";
import type { Notification } from "#domain/notifications/api.ts";
import type { Transaction } from "#domain/transactions/api.ts";
import { notificationIcon } from "#web/features/notifications/notification-icons.ts";
import { notificationsText } from "#web/features/notifications/text/notifications.ts";
import { kindIcon } from "#web/features/reports/cases/kind-icons.ts";
import { kindName, reasonName } from "#web/features/reports/text/reports.ts";
import { transactionSentence } from "#web/features/transactions/text/transaction-sentence.ts";
import type * as Bus from "#web/lib/live/live-events.ts";

// A page that was opened before a release meets values of the new version.

const birthday = {
  ...{ id: 1, type: "birthday", actors: [], actors_count: 0, count: 1, title: "Ann's birthday" },
  ...{ url: "/users/ann", picture: null, read: false, created_at: "", created_at_formatted: "" },
};

describe("a notification of an unknown type", () => {
  test("arrives with its event and its unread count", () => {
    const frame = { event: "Notified", notification: birthday, unread_notifications: 4, mark: "1.2" };
    const { event, mark } = parseLiveFrame(JSON.stringify(frame));
    expect(event).toMatchObject({ event: "Notified", notification: birthday, unread_notifications: 4 });
    expect(mark).toBe("1.2");
  });

  test("has a general sentence and an icon", () => {
    const sentence = (fields: object) =>
      notificationsText.sentence({ ...birthday, ...fields } as unknown as Notification);
    expect(sentence({})).toEqual({ does: "Something new:", title: "Ann's birthday" });
    expect(sentence({ title: "" })).toEqual({ does: "Something new happened" });
    expect(sentence({ actors: [{ username: "Ann" }], actors_count: 1 })).toMatchObject({ who: "Ann" });
    expect(sentence({ type: "constructor" })).toEqual({ does: "Something new:", title: "Ann's birthday" });
    expect(renderToStaticMarkup(createElement(notificationIcon("birthday")))).toContain("<svg");
  });
});

describe("an unknown event", () => {
  let bus: typeof Bus;
  beforeEach(async () => {
    vi.useFakeTimers();
    vi.resetModules();
    bus = await import("#web/lib/live/live-events.ts");
  });
  afterEach(() => vi.useRealTimers());

  test.each([
    ["of a new name", { event: "CandyDropped", mark: "1.3", bookmark: "b" }],
    ["with an unknown value", { event: "StampEarned", stamp: "sing", coins: 5, mark: "1.3", bookmark: "b" }],
    ["without a field that it had", { event: "LedgerMoved", mark: "1.3", bookmark: "b" }],
  ])("%s is not lost: its mark and its bookmark are kept", (_, frame) => {
    expect(parseLiveFrame(JSON.stringify(frame))).toEqual({ event: null, mark: "1.3", bookmark: "b" });
  });

  test("makes the page refetch at once, and however many follow, once more half a minute later", () => {
    const refetched = vi.fn();
    bus.onEventsMissed(refetched);
    bus.noteUnknownEvent();
    expect(refetched).toHaveBeenCalledTimes(1);
    for (let i = 0; i < 100; i++) bus.noteUnknownEvent();
    expect(refetched).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(30_000);
    expect(refetched).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(60_000);
    expect(refetched).toHaveBeenCalledTimes(2);
  });
});

test("a transaction with an unknown source says who gave what without a name", () => {
  const type = { transaction_type: { id: 99 }, source: null, source_type: "festival" };
  const row = { ...type, coins: 5, xp: 0, inventories: [] };
  const sentence = transactionSentence(row as unknown as Transaction, true);
  expect(sentence).toEqual(["Someone", " gave you ", "coins"]);
});

test("a report of an unknown kind and reason shows them as they are", () => {
  expect([kindName("club"), reasonName("boredom")]).toEqual(["club", "boredom"]);
  expect(renderToStaticMarkup(createElement(kindIcon("club")))).toContain("<svg");
});

import { expect, test } from "vitest";
import type { Notification } from "#domain/notifications/api.ts";
import { NOTICE_TYPES } from "#domain/notifications/notice.ts";
import { mark, notificationsOf, put } from "#web/features/notifications/notifications-query.ts";
import { notificationsText } from "#web/text/notifications.ts";

const person = (username: string, id = username.length) =>
  ({ id, username }) as Notification["actors"][number];

const told = (fields: Partial<Notification> = {}): Notification => ({
  id: 1,
  type: "comment",
  actors: [person("Ann")],
  actors_count: 1,
  count: 1,
  title: "Sky Maze",
  url: "/levels/1",
  picture: null,
  read: false,
  created_at: "2026-01-01T00:00:00.000Z",
  created_at_formatted: "01/01/2026 12:00 AM",
  ...fields,
});

const say = (fields: Partial<Notification>) =>
  Object.values(notificationsText.sentence(told(fields)))
    .filter(Boolean)
    .join(" ");

test("a notification says who did what to which thing", () => {
  expect(say({})).toBe("Ann commented on Sky Maze");
  expect(say({ count: 3 })).toBe("Ann left 3 comments on Sky Maze");
  expect(say({ type: "mention" })).toBe("Ann mentioned you on Sky Maze");
  expect(say({ type: "buddy_request", title: "" })).toBe("Ann wants to be your buddy");
  expect(say({ type: "buddy_accept", title: "" })).toBe("Ann is your buddy now");
  expect(say({ type: "sale", title: "Red Cap" })).toBe("Ann bought Red Cap");
  expect(say({ type: "outfit", actors: [], actors_count: 0, title: "Pirate" })).toBe(
    "Your outfit Pirate is ready to wear",
  );
  expect(say({ type: "outfit", actors: [], actors_count: 0, title: "Pirate", count: 3 })).toBe(
    "Your outfit Pirate and 2 more are ready to wear",
  );
  expect(say({ type: "moderation", actors: [], actors_count: 0, title: "You are warned." })).toBe(
    "You are warned.",
  );
});

test("several people are told as the newest and the number of others", () => {
  const two = [person("Ann"), person("Bo")];
  expect(say({ actors: two, actors_count: 2, count: 5 })).toBe("Ann and Bo commented on Sky Maze");
  expect(say({ actors: two, actors_count: 3 })).toBe("Ann and 2 others commented on Sky Maze");
  expect(say({ actors: two, actors_count: 1_234 })).toContain("Ann and 1,233 others");
  expect(say({ actors: [person("Ann")], actors_count: 2 })).toContain("Ann and 1 other ");
  expect(say({ type: "buddy_request", actors: two, actors_count: 2 })).toBe(
    "Ann and Bo want to be your buddies",
  );
  expect(say({ actors: [], actors_count: 0 })).toBe("Somebody commented on Sky Maze");
});

test("every type has words, and a name and a hint in the settings", () => {
  for (const type of NOTICE_TYPES) {
    expect(say({ type }).length).toBeGreaterThan(5);
    expect(notificationsText.types[type].every((words) => words.length > 3)).toBe(true);
  }
});

test("a notification that comes stands on top, once, wherever it was", () => {
  const [a, b, c] = [told({ id: 1 }), told({ id: 2 }), told({ id: 3 })];
  const fresh = told({ id: 2, count: 2 });
  expect(put(fresh)([a, b], true)).toEqual([fresh, a]);
  expect(put(fresh)([b, c], false)).toEqual([c]);
  expect(put(fresh)([], true)).toEqual([fresh]);
});

test("those that are named are marked as read, or all of them", () => {
  const list = [told({ id: 1 }), told({ id: 2 }), told({ id: 3, read: true })];
  const readIds = (ids?: number[]) =>
    mark(ids)(list, true)
      .filter(({ read }) => read)
      .map(({ id }) => id);
  expect(readIds([2, 9])).toEqual([2, 3]);
  expect(readIds([])).toEqual([3]);
  expect(readIds()).toEqual([1, 2, 3]);
  expect(mark([9])(list, true)[0]).toBe(list[0]);
});

test("pages that shifted show each notification once, where it stands first", () => {
  const page = (...list: Notification[]) => ({ data: list }) as Parameters<typeof notificationsOf>[0][number];
  const [a, b, c] = [told({ id: 1 }), told({ id: 2 }), told({ id: 3 })];
  const old = told({ id: 2, count: 9 });
  expect(notificationsOf([page(a, b), page(old, c)])).toEqual([a, b, c]);
});

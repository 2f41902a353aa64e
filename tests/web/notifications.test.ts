import type { Notification } from "#domain/notifications/api.ts";
import { markRead, moveToTop, uniqueNotifications } from "#web/features/notifications/queries.ts";
import { notificationsText } from "#web/features/notifications/text/notifications.ts";

const person = (username: string, id = username.length) =>
  ({ id, username }) as Notification["actors"][number];

const notification = (fields: Partial<Notification> = {}): Notification => ({
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

const sentenceOf = (fields: Partial<Notification>) =>
  Object.values(notificationsText.sentence(notification(fields)))
    .filter(Boolean)
    .join(" ");

const pirate = { type: "outfit", actors: [], actors_count: 0, title: "Pirate" };
test.each<[string, object]>([
  ["Ann commented on Sky Maze", {}],
  ["Ann left 3 comments on Sky Maze", { count: 3 }],
  ["Ann mentioned you on Sky Maze", { type: "mention" }],
  ["Ann wants to be your buddy", { type: "buddy_request", title: "" }],
  ["Ann is your buddy now", { type: "buddy_accept", title: "" }],
  ["Ann bought Red Cap", { type: "sale", title: "Red Cap" }],
  ["Your outfit Pirate is ready to wear", pirate],
  ["Your outfit Pirate and 2 more are ready to wear", { ...pirate, count: 3 }],
  ["You are warned.", { ...pirate, type: "moderation", title: "You are warned." }],
])("a notification says who did what to which thing: %s", (text, fields) =>
  expect(sentenceOf(fields)).toBe(text),
);

test("several people are shown as the newest and the number of others", () => {
  const two = [person("Ann"), person("Bo")];
  expect(sentenceOf({ actors: two, actors_count: 2, count: 5 })).toBe("Ann and Bo commented on Sky Maze");
  expect(sentenceOf({ actors: two, actors_count: 3 })).toBe("Ann and 2 others commented on Sky Maze");
  expect(sentenceOf({ actors: two, actors_count: 1_234 })).toContain("Ann and 1,233 others");
  expect(sentenceOf({ actors: [person("Ann")], actors_count: 2 })).toContain("Ann and 1 other ");
  expect(sentenceOf({ type: "buddy_request", actors: two, actors_count: 2 })).toBe(
    "Ann and Bo want to be your buddies",
  );
  expect(sentenceOf({ actors: [], actors_count: 0 })).toBe("Someone commented on Sky Maze");
});

test("a new notification moves to the top, once, from any position", () => {
  const [a, b, c] = [notification({ id: 1 }), notification({ id: 2 }), notification({ id: 3 })];
  const updated = notification({ id: 2, count: 2 });
  expect(moveToTop(updated)([a, b], true)).toEqual([updated, a]);
  expect(moveToTop(updated)([b, c], false)).toEqual([c]);
  expect(moveToTop(updated)([], true)).toEqual([updated]);
});

test("the named notifications are marked as read, or all of them", () => {
  const list = [notification({ id: 1 }), notification({ id: 2 }), notification({ id: 3, read: true })];
  const readIds = (ids?: number[]) =>
    markRead(ids)(list, true)
      .filter(({ read }) => read)
      .map(({ id }) => id);
  expect(readIds([2, 9])).toEqual([2, 3]);
  expect(readIds([])).toEqual([3]);
  expect(readIds()).toEqual([1, 2, 3]);
  expect(markRead([9])(list, true)[0]).toBe(list[0]);
});

test("overlapping pages show each notification once, at its first position", () => {
  const page = (...list: Notification[]) =>
    ({ data: list }) as Parameters<typeof uniqueNotifications>[0][number];
  const [a, b, c] = [notification({ id: 1 }), notification({ id: 2 }), notification({ id: 3 })];
  const old = notification({ id: 2, count: 9 });
  expect(uniqueNotifications([page(a, b), page(old, c)])).toEqual([a, b, c]);
});

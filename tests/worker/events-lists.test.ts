import type { Route } from "#domain/api/route.ts";
import { type Challenge, eventsRoute, pastEventsRoute, staffEventsRoute } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { type Browser, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { addLevels, createEvent, DAY_MS, eventPeople, resetEvents } from "#tests/support/events.ts";

const people = await eventPeople();
beforeEach(resetEvents);

const callRoute = (route: Route, input = {}, by: Browser = people.admin) => by.call(route, input);

const current = async (by: Browser = people.stranger) => {
  return (await callRoute(eventsRoute, {}, by)).body as { events: LevelEvent[]; challenges: Challenge[] };
};

describe("event lists", () => {
  test("return past events by tens, last ended first; staff get all, newest first", async () => {
    const now = Date.now();
    for (let i = 0; i < 12; i++)
      await runSql`insert into events (short_name, highlight_color, starts_at, ends_at)
        values (${`Past ${i}`}, '112233', ${now - 100 * DAY_MS}, ${now - (i + 1) * DAY_MS})`;
    await createEvent(people.admin, await addLevels(people.member.id, 1));
    const first = await callRoute(pastEventsRoute, {}, people.visitor);
    expect((first.body.data as LevelEvent[]).map(({ short_name }) => short_name)).toEqual(
      Array.from({ length: 10 }, (_, i) => `Past ${i}`),
    );
    expect(first.body.meta).toEqual({ current_page: 1, last_page: 2, total: 12 });
    const second = await callRoute(pastEventsRoute, { page: 2 }, people.visitor);
    expect(second.body.data).toHaveLength(2);
    expectCost(second, { roundTrips: 1, read: 100, written: 0 });
    const staff = await callRoute(staffEventsRoute);
    expect((staff.body.data as LevelEvent[])[0]?.short_name).toBe("Star Week");
    expect(staff.body.meta).toMatchObject({ total: 13 });
    expect((await callRoute(pastEventsRoute, { page: 100_000 }, people.visitor)).status).toBe(422);
  });

  test("return at most twenty current events, those that end first", async () => {
    const now = Date.now();
    for (let i = 0; i < 25; i++)
      await runSql`insert into events (short_name, highlight_color, starts_at, ends_at)
        values (${`E ${i}`}, '112233', 1, ${now + (25 - i) * DAY_MS})`;
    const { events } = await current();
    expect(events).toHaveLength(20);
    expect(events[0]?.short_name).toBe("E 24");
  });
});

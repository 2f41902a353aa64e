import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { homeRoute } from "#domain/home/api.ts";
import { peopleCountsRoute } from "#domain/presence/api.ts";
import { PRIVATE_LEVEL, type PresentUserCard } from "#domain/presence/presence.ts";
import { addUser, Browser, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { befriend } from "#tests/support/pairs.ts";
import { type Person, person } from "#tests/support/people.ts";
import { addLevel } from "#tests/support/world.ts";

const run = (template: ReturnType<typeof sql>) => db.all(statement(template));
const online = ({ id }: { id: number }) => run(sql`insert into presence (user_id, since) values (${id}, 1)`);
const playing = ({ id }: { id: number }, level: number) =>
  run(sql`insert into playing (user_id, level_id, since) values (${id}, ${level}, 1)`);

async function buddiesOnline({ browser }: { browser: Browser }) {
  const answer = await browser.call(homeRoute);
  expect(answer.status).toBe(200);
  return { answer, shown: answer.body.buddies_online as PresentUserCard[] };
}

describe("the front page's buddies", () => {
  let me: Person;
  let crowded: Person;

  beforeAll(async () => {
    me = await person();
    crowded = await person();
  });

  test("are those who are online or playing, with their bubbles; those in a level come first", async () => {
    const [away, here, gamer, stranger] = await Promise.all([addUser(), addUser(), addUser(), addUser()]);
    for (const one of [away, here, gamer]) await befriend(me, one);
    const level = await addLevel(stranger.id, { title: "Sky Maze" });
    await online(here);
    await online(gamer);
    await playing(gamer, level);
    await online(stranger);
    await playing(stranger, level);

    const { shown } = await buddiesOnline(me);

    expect(shown.map(({ username }) => username)).toEqual([gamer.username, here.username]);
    expect(shown[0]).toMatchObject({
      online: true,
      player: { level: { id: level, title_tooltip: "Sky Maze" } },
    });
    expect(shown[1]).toMatchObject({ online: true, player: null, url: `/users/${here.username}` });
  });

  test("who plays without a page open is there too, and a private level's title stays with it", async () => {
    const gamer = await addUser();
    await befriend(me, gamer);
    await playing(gamer, await addLevel(me.id, { title: "Secret lair", visibility: "private" }));

    const { shown } = await buddiesOnline(me);

    expect(shown.find(({ id }) => id === gamer.id)).toMatchObject({
      online: false,
      player: { level: { id: null, title_tooltip: PRIVATE_LEVEL } },
    });
  });

  test("nobody is shown to a visitor", async () => {
    const { shown } = await buddiesOnline({ browser: await Browser.visitor() });
    expect(shown).toEqual([]);
  });

  test("at most twelve of the newest hundred are shown, for at most two hundred rows more than without any", async () => {
    const alone = await buddiesOnline({ browser: (await person()).browser });
    const level = await addLevel(crowded.id);
    const [first] = await db.all<{ id: number }>(
      statement(sql`insert into users (username, email, password_hash, created_at)
        select 'pal_' || value, 'pal_' || value || '@example.com', '', 1 from json_each(${JSON.stringify(
          Array.from({ length: 130 }, (_, i) => i),
        )}) returning id`),
    );
    const start = first?.id ?? 0;
    // The oldest thirty buddies are the first thirty.
    await run(sql`insert into buddies (user_id, buddy_id, created_at)
      select ${crowded.id}, id, id from users where id >= ${start} and id < ${start + 130}`);
    await run(sql`insert into presence (user_id, since) select id, 1 from users where id >= ${start}`);
    await run(sql`insert into playing (user_id, level_id, since)
      select id, ${level}, 1 from users where id >= ${start + 60}`);

    const { answer, shown } = await buddiesOnline(crowded);

    expect(shown).toHaveLength(12);
    expect(shown.every(({ player, id }) => player && id >= start + 30)).toBe(true);
    expectCost(answer, { read: alone.answer.cost.read + 200, rounds: 1 });

    await run(sql`delete from presence where user_id >= ${start + 30}`);
    await run(sql`delete from playing`);
    expect((await buddiesOnline(crowded)).shown).toEqual([]);
  });
});

describe("how many are here", () => {
  test("is read from the counters, in one round of three rows, by members and visitors alike", async () => {
    await run(sql`insert into counters (name, value) values ('online', 5), ('in_game', 2)
      on conflict (name) do update set value = excluded.value`);
    const [users] = await db.all<{ value: number }>(
      statement(sql`select value from counters where name = 'users'`),
    );
    for (const browser of [await Browser.visitor(), (await person()).browser]) {
      const answer = await browser.call(peopleCountsRoute);
      expect(answer.body.counts).toMatchObject({ playing: 2, online: 5 });
      expect((answer.body.counts as { users: number }).users).toBeGreaterThanOrEqual(users?.value ?? 1);
      expectCost(answer, { read: 8, rounds: 1 });
    }
  });

  test("a visitor's answer is kept for a moment, and costs nothing then", async () => {
    const visitor = await Browser.visitor();
    await visitor.call(peopleCountsRoute);
    const again = await visitor.call(peopleCountsRoute);
    expect(again.status).toBe(200);
    expect(again.cost).toEqual({ rounds: 0, read: 0, written: 0 });
  });
});

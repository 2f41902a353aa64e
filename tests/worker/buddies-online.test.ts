import { homeRoute } from "#domain/home/api.ts";
import { peopleCountsRoute } from "#domain/presence/api.ts";
import { PRIVATE_LEVEL, type PresentUserCard } from "#domain/presence/presence.ts";
import { flushPresence, readBoardNow } from "#tests/support/board.ts";
import { befriend } from "#tests/support/broken-buddy-rules.ts";
import { addUser, Browser, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost, NO_COST } from "#tests/support/cost.ts";
import { parsePage } from "#tests/support/pages.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { presenceStub } from "#worker/live/stubs.ts";

const online = ({ id }: { id: number }) => runSql`insert into presence (user_id, since) values (${id}, 1)`;
const playing = ({ id }: { id: number }, level: number) =>
  runSql`insert into playing (user_id, level_id, since) values (${id}, ${level}, 1)`;

async function buddiesOnline(browser: Browser) {
  const response = await browser.call(homeRoute);
  expect(response.status).toBe(200);
  return { response, shown: response.body.buddies_online as PresentUserCard[] };
}

describe("the front page's buddies", async () => {
  const me = await signedInUser();
  const crowded = await signedInUser();

  test("are those online or playing, with their presence; those in a level come first", async () => {
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

  test("include a buddy who plays without an open page, without a private level's title", async () => {
    const gamer = await addUser();
    await befriend(me, gamer);
    await playing(gamer, await addLevel(me.id, { title: "Secret lair", visibility: "private" }));

    expect((await buddiesOnline(me)).shown.find(({ id }) => id === gamer.id)).toMatchObject({
      online: false,
      player: { level: { id: null, title_tooltip: PRIVATE_LEVEL } },
    });
  });

  test("are empty for a visitor", async () => {
    expect(await buddiesOnline(await Browser.visitor())).toMatchObject({ shown: [] });
  });

  test("are at most 12 of the newest 100, at a bounded cost", async () => {
    const alone = await buddiesOnline(await signedInUser());
    const level = await addLevel(crowded.id);
    const [first] = await runSql<{ id: number }>`insert into users (username, email, password_hash,
      created_at)
        select 'pal_' || value, 'pal_' || value || '@example.com', '', 1 from json_each(${JSON.stringify(
          Array.from({ length: 130 }, (_, i) => i),
        )}) returning id`;
    const start = first?.id ?? 0;
    // The oldest thirty buddies have the lowest ids.
    await runSql`insert into buddies (user_id, buddy_id, created_at)
      select ${crowded.id}, id, id from users where id >= ${start} and id < ${start + 130}`;
    await runSql`insert into presence (user_id, since) select id, 1 from users where id >= ${start}`;
    await runSql`insert into playing (user_id, level_id, since)
      select id, ${level}, 1 from users where id >= ${start + 60}`;

    const { response, shown } = await buddiesOnline(crowded);

    expect(shown).toHaveLength(12);
    expect(shown.every(({ player, id }) => player && id >= start + 30)).toBe(true);
    expectCost(response, { read: alone.response.cost.read + 200, roundTrips: 1 });

    await runSql`delete from presence where user_id >= ${start + 30}`;
    await runSql`delete from playing`;
    expect((await buddiesOnline(crowded)).shown).toEqual([]);
  });
});

describe("GET /api/presence/counts", () => {
  test("returns the board's numbers to members and visitors alike, without the database", async () => {
    const member = await signedInUser();
    await presenceStub(testEnv, member.id).setPresence(member.id, {
      online: true,
      player: { level: { id: 7, title_tooltip: "Sky Maze" } },
      version: 1,
    });
    await flushPresence(member.id);
    const { counts } = await readBoardNow();
    expect(counts.playing).toBeGreaterThanOrEqual(1);
    expect(counts.online).toBeGreaterThanOrEqual(counts.playing);
    expect(counts.users).toBeGreaterThan(counts.online);
    for (const browser of [await Browser.visitor(), member]) {
      const response = await browser.call(peopleCountsRoute);
      expect(response.body.counts).toEqual(counts);
      expect(response.cost).toEqual(NO_COST);
    }
  });

  test("are in the HTML of any page afterwards, at no cost", async () => {
    const visitor = await Browser.visitor();
    const { counts } = (await visitor.call(peopleCountsRoute)).body as { counts: { online: number } };
    expect(parsePage(await visitor.fetch("/gold")).data.online).toBe(counts.online);
  });
});

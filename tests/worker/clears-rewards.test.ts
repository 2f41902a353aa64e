import { sql } from "drizzle-orm";
import { countRows, firstRow, runSql } from "#tests/support/browser.ts";
import { playerOn, storedClear, storedRewards } from "#tests/support/clears.ts";
import { onlyHost, type TestHost } from "#tests/support/hosts.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";

let host: TestHost;
const maker = await signedInUser();
beforeEach(async () => {
  host = await onlyHost(await signedInUser({ role: "admin" }));
});

describe("a challenge", () => {
  async function challenge(level: number, fields: Record<string, unknown> = {}): Promise<number> {
    const row = {
      name: "Sprint",
      goal_ms: 40_000,
      ends_at: Date.now() + 60_000,
      coins: 50,
      xp: 20,
      ...fields,
    };
    const item = (row as { item_id?: number }).item_id ?? null;
    const made = await firstRow<{ id: number }>`insert into challenges (name, level_id, goal_ms, ends_at,
      coins, xp, item_id)
        values (${row.name}, ${level}, ${row.goal_ms}, ${row.ends_at}, ${row.coins}, ${row.xp}, ${item})
          returning id`;
    await runSql`update levels set challenge_id = ${made?.id ?? 0} where id = ${level}`;
    return made?.id ?? 0;
  }

  test("pays anyone who meets its goal once, with its item and a notification", async () => {
    const level = await addLevel(maker.id);
    const { id: item } = await addWearable(maker.id, 1, {}, false);
    const id = await challenge(level, { item_id: item });
    const user = await playerOn(host, level);
    const page = await connectSocket(user);
    await host.clear(user.id, level, 40_001);
    expect(await storedRewards(user, 3)).toEqual([]);
    await host.clear(user.id, level, 40_000);
    await host.clear(user.id, level, 39_000);
    expect(await storedRewards(user, 3)).toEqual([
      { coins: 50, xp: 20, source_id: id, copies: `[[${item},1]]` },
    ]);
    expect(await countRows("inventory", sql`user_id = ${user.id} and item_id = ${item}`)).toBe(1);
    const rewards = (await page.all("Notified")).filter(({ notification }) => notification.type === "reward");
    expect(rewards.map(({ notification }) => [notification.title, notification.url])).toEqual([
      ["Sprint", "/events"],
    ]);
  });

  test("that has ended, hasn't started, or is for another level pays no one", async () => {
    const [ended, early, moved] = [
      await addLevel(maker.id),
      await addLevel(maker.id),
      await addLevel(maker.id),
    ];
    await challenge(ended, { ends_at: Date.now() - 1 });
    await runSql`update challenges set starts_at = ${Date.now() + 60_000}
      where id = ${await challenge(early)}`;
    await runSql`update challenges set level_id = 0 where id = ${await challenge(moved)}`;
    for (const level of [ended, early, moved]) {
      const user = await playerOn(host, level);
      await host.clear(user.id, level, 30_000);
      expect(await storedRewards(user, 3)).toEqual([]);
      expect(await storedClear(user, level)).toBeDefined();
    }
  });
});

describe("an event", () => {
  test("pays once, with the last required level cleared while it runs", async () => {
    const levels = [await addLevel(maker.id), await addLevel(maker.id), await addLevel(maker.id)];
    const now = Date.now();
    const event = await firstRow<{ id: number }>`insert into events (short_name, highlight_color, starts_at,
      ends_at, goal, coins, xp)
        values ('Star Week', 'FFB800', ${now - 60_000}, ${now + 60_000}, 2, 30, 40) returning id`;
    const id = event?.id ?? 0;
    await runSql`update levels set event_id = ${id} where id in (select value
      from json_each(${JSON.stringify(levels)}))`;
    const user = await signedInUser();
    for (const [i, level] of levels.entries()) {
      await host.joinPlayer(user, level);
      await host.clear(user.id, level, 60_000);
      await host.clear(user.id, level, 59_000);
      expect((await storedRewards(user, 4)).length).toBe(i === 0 ? 0 : 1);
    }
    expect(await storedRewards(user, 4)).toEqual([{ coins: 30, xp: 40, source_id: id, copies: null }]);
    expect(await countRows("event_clears", sql`event_id = ${id} and user_id = ${user.id}`)).toBe(3);
    await runSql`update events set ends_at = ${now - 1} where id = ${id}`;
    const late = await playerOn(host, levels[0] as number);
    await host.clear(late.id, levels[0] as number, 60_000);
    expect(await countRows("event_clears", sql`user_id = ${late.id}`)).toBe(0);
  });
});

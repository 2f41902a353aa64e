import { levelClearsRoute } from "#domain/clears/api.ts";
import { createLevelRoute, editLevelRoute, restoreRevisionRoute } from "#domain/levels/api.ts";
import { levelPlayRoute } from "#domain/runs/api.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import { Browser, runPlaySql, runSql } from "#tests/support/browser.ts";
import { disableHosts, TestHost } from "#tests/support/hosts.ts";
import { createRunLevel, editWorld, liveRun, runPlayer, runWorld, straightRun } from "#tests/support/runs.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { worldFile } from "#tests/support/world.ts";

const [maker, visitor] = [await runPlayer(), await Browser.visitor()];

const edit = (level: number, world: World) => editWorld(maker, level, world);
const restore = (level: number, revision: number) =>
  maker.call(restoreRevisionRoute, { id: level, revision });
const clears = (level: number, browser = visitor) => browser.output(levelClearsRoute, { id: level });
/** The ids of the ranked players and their number. */
const ranked = async (level: number) => {
  const { data, meta } = await clears(level);
  return { players: data.map(({ user }) => user.id), total: meta.total };
};
/** Revisions have contents; each level counts the clears of each. */
const wrongTotals = () =>
  runPlaySql`with truth as (select level_id, content, count(*) as n from clears group by level_id, content)
    select * from truth t full join level_contents c on c.level_id = t.level_id and c.content = t.content
    where coalesce(t.n, 0) <> coalesce(c.clears, 0)`;

const recolored = (): World => {
  const { blocks, ...world } = runWorld({ ambience: "night" });
  return { ...world, blocks: blocks.map((block) => ({ ...block, color: "123456" })) };
};
const moved = () => runWorld({ goal: { position: [0, 0, 30] } });

describe("ranks", () => {
  test("stay when a level gets new colors, and start again when something that can be touched changes", async () => {
    const [level, player, rival] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    await liveRun(player, level);
    await liveRun(rival, level, straightRun({ pause: 20 }));
    await edit(level, recolored());
    expect(await ranked(level)).toEqual({ players: [player.id, rival.id], total: 2 });
    await edit(level, moved());
    expect(await ranked(level)).toEqual({ players: [], total: 0 });
    expect((await clears(level, player)).own).toBeNull();
    const none = { own: null, record: null, own_ghost: null, total: 0 };
    const { body } = await player.call(levelPlayRoute, { id: level });
    expect(body).toMatchObject({ ...none, level: { canRate: true, clears_count: 2 } });
    expect(await wrongTotals()).toEqual([]);
  });

  test("of a player move to the new content with their next clear, even a slower one", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const before = await liveRun(player, level);
    await edit(level, moved());
    const slow = straightRun({ pause: 100, world: moved() });
    const run = await liveRun(player, level, slow, { revision: 2 });
    const alone = { rank: 1, total: 1, previous_ms: null };
    expect(run).toMatchObject({ ...alone, is_first: false, is_best: true, xp: 0 });
    expect(run.time_ms).toBeGreaterThan(before.time_ms);
    const { own } = await clears(level, player);
    expect(own).toMatchObject({ time_ms: run.time_ms, times: 2, rank: 1, run_id: run.id, gap: null });
    // A run of the old content counts, but isn't compared.
    const old = await liveRun(player, level, straightRun({ pause: 1 }), { revision: 1 });
    expect(old).toMatchObject({ state: "counted", is_best: false, previous_ms: null, medal: null });
    expect((await clears(level, player)).own).toMatchObject({ time_ms: run.time_ms, times: 3 });
    expect(await wrongTotals()).toEqual([]);
  });

  test("return when the old document is restored", async () => {
    const [level, player, mover] = [await createRunLevel(maker), await runPlayer(), await runPlayer()];
    await liveRun(player, level);
    await liveRun(mover, level);
    await edit(level, moved());
    await liveRun(mover, level, straightRun({ world: moved() }), { revision: 2 });
    expect(await ranked(level)).toEqual({ players: [mover.id], total: 1 });
    expect((await restore(level, 1)).status).toBe(200);
    expect(await ranked(level)).toEqual({ players: [player.id], total: 1 });
    const back = await liveRun(mover, level, straightRun({ pause: 7 }), { revision: 3 });
    expect(back).toMatchObject({ rank: 2, is_best: true, is_first: false });
    expect(await wrongTotals()).toEqual([]);
  });

  test("include clears that hosts report, in the content that the player joined", async () => {
    const admin = await signedInUser({ role: "admin" });
    await disableHosts();
    const host = await TestHost.online(admin);
    const [level, guest, late] = [await createRunLevel(maker), await signedInUser(), await signedInUser()];
    await host.joinPlayer(guest, level);
    await edit(level, moved());
    await runSql`update level_revisions set created_at = created_at + 1 where level_id = ${level}
      and revision = 2`;
    await host.joinPlayer(late, level);
    const first = { recorded: true, first: true, best: true };
    expect((await host.clear(guest.id, level, 60_000)).body).toMatchObject(first);
    expect((await host.clear(late.id, level, 70_000)).body).toMatchObject(first);
    expect(await ranked(level)).toEqual({ players: [late.id], total: 1 });
    // A host's faster clear takes the place, but has no recording.
    const player = await runPlayer();
    const run = await liveRun(player, level, straightRun({ pause: 300, world: moved() }), { revision: 2 });
    expect((await clears(level, player)).own).toMatchObject({ run_id: run.id, rank: 1 });
    await host.joinPlayer(player, level);
    const { body } = await host.clear(player.id, level, run.time_ms - 1);
    expect(body).toMatchObject({ best: true, first: false });
    expect((await clears(level, player)).own).toMatchObject({ run_id: null, rank: 1, times: 2 });
    expect(await wrongTotals()).toEqual([]);
  });
});

describe("a saved level", () => {
  const warningsOf = ({ body }: { body: Record<string, unknown> }) => body.warnings as string[];

  test("comes with warnings about what its creator may not have meant, and is saved all the same", async () => {
    const buried = runWorld({ spawn: { position: [0, -1, 0] } });
    const input = { title: "Buried", file: worldFile(serializeWorld(buried)) };
    const created = await maker.call(createLevelRoute, input);
    expect(created.status).toBe(201);
    expect(warningsOf(created)).toEqual([expect.stringContaining("The spawn is inside a block")]);
    const { id } = created.body.level as { id: number };
    const renamed = await maker.call(editLevelRoute, { id, title: "Still" });
    expect([renamed.status, warningsOf(renamed)]).toEqual([200, []]);
    expect(warningsOf(await edit(id, runWorld()))).toEqual([]);
    const restored = await restore(id, 1);
    expect([restored.status, warningsOf(restored)]).toEqual([200, [expect.stringContaining("The spawn")]]);
  });
});

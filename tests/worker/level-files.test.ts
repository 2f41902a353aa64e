import { sql } from "drizzle-orm";
import { Meter } from "#db/database.ts";
import { starterWorld } from "#domain/build/starts/world-starts.ts";
import {
  deleteLevelRoute,
  editLevelRoute,
  levelRevisionsRoute,
  restoreRevisionRoute,
} from "#domain/levels/api.ts";
import { REVISION_GRACE_MS, STORED_REVISIONS } from "#domain/levels/rules.ts";
import { KEEP_LOG_MS } from "#domain/runs/rules.ts";
import type { World } from "#domain/world/schema.ts";
import { countRows, runPlaySql, runSql, testEnv } from "#tests/support/browser.ts";
import { openBuild } from "#tests/support/build-client.ts";
import { storeRun } from "#tests/support/clears.ts";
import { pngPictureFile } from "#tests/support/picture-files.ts";
import { runRenderJobs } from "#tests/support/render-jobs.ts";
import { reportNewLevel } from "#tests/support/report-case.ts";
import {
  checkedRun,
  createRunLevel,
  editWorld,
  runPlayer,
  runWorld,
  sendRun,
  straightRun,
} from "#tests/support/runs.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { FILE_GRACE_MS, sweepFiles } from "#worker/levels/sweep-files.ts";
import { buildStub } from "#worker/live/stubs.ts";
import { openDatabases } from "#worker/outbox/relay.ts";
import { sweepRuns } from "#worker/runs/sweep.ts";

const maker = await runPlayer();

const DAY_MS = 24 * 60 * 60_000;
/** Revisions that have left the newest ones by now are decided. */
const weekLater = () => Date.now() + REVISION_GRACE_MS + DAY_MS;
/** Files that were out of use a week later are deleted by now. */
const monthsLater = () => weekLater() + FILE_GRACE_MS + DAY_MS;

const isStored = async (name: string) => (await testEnv.BUCKET.head(name)) !== null;

/** A world whose content is its own. */
const worldNumber = (n: number): World => runWorld({ goal: { position: [0, 0, 40 + n / 10] } });

const edit = async (level: number, input: Record<string, unknown>): Promise<void> => {
  const { status, body } = await maker.call(editLevelRoute, { id: level, ...input });
  if (status !== 200) throw new Error(JSON.stringify(body));
};

/** A level with so many revisions, each with a content of its own. */
async function levelWith(revisions: number): Promise<number> {
  const level = await createRunLevel(maker, worldNumber(1));
  for (let n = 2; n <= revisions; n++) await editWorld(maker, level, worldNumber(n));
  return level;
}

const restore = (level: number, revision: number) =>
  maker.call(restoreRevisionRoute, { id: level, revision });

const rowsOf = (level: number) =>
  runSql<{ revision: number; asset: string; content: string; deleted_at: number | null }>`select revision,
    asset, content, deleted_at from level_revisions where level_id = ${level} order by revision`;
const deletedRevisions = async (level: number) =>
  (await rowsOf(level)).filter(({ deleted_at }) => deleted_at !== null).map(({ revision }) => revision);

describe("old documents", () => {
  test("of a level are deleted a week after they left the newest 20, and their files 40 days later", async () => {
    const level = await levelWith(STORED_REVISIONS + 3);
    const rows = await rowsOf(level);
    await sweepFiles(testEnv, Date.now());
    await sweepFiles(testEnv, Date.now() + REVISION_GRACE_MS - DAY_MS);
    expect(await deletedRevisions(level)).toEqual([]);
    await sweepFiles(testEnv, weekLater());
    expect(await deletedRevisions(level)).toEqual([1, 2, 3]);
    const stored = () => Promise.all(rows.map(({ asset }) => isStored(asset)));
    await sweepFiles(testEnv, weekLater() + FILE_GRACE_MS - DAY_MS);
    expect(await stored()).toEqual(rows.map(() => true));
    await sweepFiles(testEnv, monthsLater());
    expect(await stored()).toEqual(rows.map(({ revision }) => revision > 3));
    const unused = sql`level_id = ${level} and name in (select asset from level_revisions)`;
    expect(await countRows("unused_files", unused)).toBe(0);
  });

  test("that were deleted are listed without a link, and a request to restore them is a 404 with a sentence", async () => {
    const level = await levelWith(STORED_REVISIONS + 1);
    await sweepFiles(testEnv, weekLater());
    const list = async (page: number) =>
      (await maker.call(levelRevisionsRoute, { id: level, page })).body.data;
    expect(await list(1)).toMatchObject(Array(STORED_REVISIONS).fill({ file_url: expect.any(String) }));
    expect(await list(2)).toMatchObject([{ revision: 1, file_url: null, current: false }]);
    const { status, body } = await restore(level, 1);
    expect([status, body.message]).toEqual([404, "This revision's document was deleted to save space."]);
    expect((await restore(level, 2)).status).toBe(200);
    const late = await sendRun(maker, level, straightRun({ world: worldNumber(1) }));
    const revision = ["The level has changed since, and what you played in isn't stored anymore."];
    expect([late.status, late.body.errors]).toEqual([422, { revision }]);
  });

  test("of contents with ranks stay, each content's newest one, until there are no ranks", async () => {
    const [level, player] = [await levelWith(2), await runPlayer()];
    const run = straightRun({ world: worldNumber(2) });
    expect((await checkedRun(player, level, run, { revision: 2 })).state).toBe("counted");
    // The same content in another color, and then others.
    const { blocks, ...world } = worldNumber(2);
    await editWorld(maker, level, {
      ...world,
      blocks: blocks.map((block) => ({ ...block, color: "ff0000" })),
    });
    for (let n = 4; n <= STORED_REVISIONS + 4; n++) await editWorld(maker, level, worldNumber(n));
    const [, second, third] = await rowsOf(level);
    expect(third?.content).toBe(second?.content);
    await sweepFiles(testEnv, weekLater());
    expect(await deletedRevisions(level)).toEqual([1, 2, 4]);
    await sweepFiles(testEnv, monthsLater());
    expect(await isStored(third?.asset ?? "")).toBe(true);
    expect((await restore(level, 3)).status).toBe(200);
    expect((await rowsOf(level)).at(-1)?.content).toBe(second?.content);
    // The player sets a time in another content: no one has ranks in that one any more.
    await runPlaySql`update clears set content = 'another' where level_id = ${level}`;
    for (let n = 50; n < 50 + STORED_REVISIONS; n++) await editWorld(maker, level, worldNumber(n));
    await sweepFiles(testEnv, monthsLater() + KEEP_LOG_MS);
    expect(await deletedRevisions(level)).toContain(3);
  });

  test("with runs that staff haven't decided stay", async () => {
    const [level, player] = [await levelWith(STORED_REVISIONS + 2), await runPlayer()];
    await storeRun(player.id, level, { source: "web", state: "flagged", revision: 2, log: "a-log" });
    await sweepFiles(testEnv, weekLater());
    expect(await deletedRevisions(level)).toEqual([1]);
    await runPlaySql`update runs set state = 'dismissed' where level_id = ${level}`;
    await sweepFiles(testEnv, weekLater() + KEEP_LOG_MS);
    expect(await deletedRevisions(level)).toEqual([1, 2]);
  });

  test("share their file with restored revisions, so it stays as long as one of them", async () => {
    const level = await levelWith(3);
    expect((await restore(level, 1)).status).toBe(200);
    for (let n = 5; n <= STORED_REVISIONS + 1; n++) await editWorld(maker, level, worldNumber(n));
    const [first] = await rowsOf(level);
    await sweepFiles(testEnv, weekLater());
    expect(await deletedRevisions(level)).toEqual([1]);
    await sweepFiles(testEnv, monthsLater());
    expect(await isStored(first?.asset ?? "")).toBe(true);
    expect((await restore(level, 4)).status).toBe(200);
  });

  test("that are restored while the schedule decides are either stored and restored, or deleted and refused", async () => {
    const level = await levelWith(STORED_REVISIONS + 1);
    // The schedule decides after the request has read the document and before it writes.
    const get: R2Bucket["get"] = async (name: string) => {
      await sweepFiles(testEnv, weekLater());
      return testEnv.BUCKET.get(name);
    };
    maker.variant = { ...maker.variant, BUCKET: { get } as R2Bucket };
    const { status } = await restore(level, 1);
    maker.variant = { ...maker.variant, BUCKET: testEnv.BUCKET };
    expect(status).toBe(404);
    expect(await deletedRevisions(level)).toEqual([1]);
    expect((await rowsOf(level)).length).toBe(STORED_REVISIONS + 1);
  });

  test("are deleted by the next run of the schedule if one dies in between", async () => {
    const [first, second] = await rowsOf(await levelWith(STORED_REVISIONS + 2));
    await sweepFiles(testEnv, weekLater());
    const failing = { delete: () => Promise.reject(new Error("The bucket is away.")) } as unknown as R2Bucket;
    await expect(sweepFiles({ ...testEnv, BUCKET: failing }, monthsLater())).rejects.toThrow("away");
    expect(await isStored(first?.asset ?? "")).toBe(true);
    await sweepFiles(testEnv, monthsLater());
    for (const row of [first, second]) expect(await isStored(row?.asset ?? "")).toBe(false);
  });

  test("cost no more than a few rows while none is due, however many there are", async () => {
    await sweepFiles(testEnv, monthsLater());
    const [level, player] = [await addLevel(maker.id), await signedInUser()];
    await runSql`insert into level_revisions (level_id, revision, asset, bytes, blocks, stars, fastest_ms,
      content, content_hash, goal,
        user_id, created_at)
      with recursive n(i) as (select 2 union all select i + 1 from n where i < 2000)
      select ${level}, i, 'bulk-' || i, 1, 1, 0, 0, '', '', 1, ${player.id}, ${Date.now()} from n`;
    await runSql`update levels set revision = 2000 where id = ${level}`;
    const rowsRead = async (now: number) => {
      const meter = new Meter();
      await sweepFiles(testEnv, now, openDatabases(testEnv, meter));
      return meter.rowsRead;
    };
    expect(await rowsRead(Date.now())).toBeLessThanOrEqual(10);
    // Each revision costs about eleven, whatever else its level has.
    expect(await rowsRead(weekLater())).toBeLessThan(2000 * 15);
    expect((await deletedRevisions(level)).length).toBe(2000 - STORED_REVISIONS);
    expect(await rowsRead(weekLater())).toBeLessThanOrEqual(10);
  });
});

describe("replaced pictures", () => {
  const late = () => Date.now() + FILE_GRACE_MS + DAY_MS;
  const picturesOf = async (level: number) => {
    const [row] = await runSql<Record<string, string | null>>`select picture, thumbnail, thumbnail_small
      from levels where id = ${level}`;
    return Object.values(row ?? {}).filter((name) => name !== null);
  };
  const areStored = async (names: readonly string[]) => {
    const found = await Promise.all(names.map(isStored));
    return found.every(Boolean) ? "all" : found.some(Boolean) ? "some" : "none";
  };

  test("are deleted after 40 days", async () => {
    const level = await createRunLevel(maker, runWorld(), { thumbnail: await pngPictureFile(60, 40) });
    const before = await picturesOf(level);
    await edit(level, { thumbnail: await pngPictureFile(60, 50) });
    await sweepFiles(testEnv, Date.now() + FILE_GRACE_MS - DAY_MS);
    expect(await areStored(before)).toBe("all");
    await sweepFiles(testEnv, late());
    expect(await areStored(before)).toBe("none");
    expect(await areStored(await picturesOf(level))).toBe("all");
  });

  test("that a level shows again stay", async () => {
    const level = await createRunLevel(maker);
    await runRenderJobs([{ kind: "level", level_id: level, revision: 1 }]);
    const drawn = await picturesOf(level);
    expect(drawn.length).toBe(3);
    await edit(level, { thumbnail: await pngPictureFile(60, 40) });
    await edit(level, { remove_thumbnail: true });
    await runRenderJobs([{ kind: "level", level_id: level, revision: 1 }]);
    expect(await picturesOf(level)).toEqual(drawn);
    await sweepFiles(testEnv, late());
    expect(await areStored(drawn)).toBe("all");
  });

  test("that were drawn again while they were deleted are drawn once more", async () => {
    const level = await createRunLevel(maker);
    const job = { kind: "level", level_id: level, revision: 1 } as const;
    await runRenderJobs([job]);
    const drawn = await picturesOf(level);
    await edit(level, { thumbnail: await pngPictureFile(60, 40) });
    const remove = async (names: string[]) => {
      if (names.includes(drawn[0] ?? "")) {
        await edit(level, { remove_thumbnail: true });
        await runRenderJobs([job]);
      }
      await testEnv.BUCKET.delete(names);
    };
    await sweepFiles({ ...testEnv, BUCKET: { delete: remove } as unknown as R2Bucket }, late());
    expect(await picturesOf(level)).toEqual([]);
    await runRenderJobs([job]);
    expect(await areStored(await picturesOf(level))).toBe("all");
  });

  test("stay while a case about their level is open", async () => {
    const { level, id } = await reportNewLevel(await signedInUser(), maker);
    await edit(level, { thumbnail: await pngPictureFile(60, 40) });
    const reported = await picturesOf(level);
    await edit(level, { thumbnail: await pngPictureFile(60, 50) });
    await sweepFiles(testEnv, late());
    expect(await areStored(reported)).toBe("all");
    await runSql`update cases set state = 'decided' where id = ${id}`;
    await sweepFiles(testEnv, late() + FILE_GRACE_MS);
    expect(await areStored(reported)).toBe("none");
  });
});

test("a deleted level loses its documents, pictures, versions, recorded runs and checks when no older database can need them", async () => {
  const level = await createRunLevel(maker, runWorld(), { thumbnail: await pngPictureFile(60, 40) });
  await editWorld(maker, level, starterWorld());
  await editWorld(maker, level, runWorld());
  const best = await checkedRun(await runPlayer(), level, straightRun(), { revision: 3 });
  const check = await checkedRun(maker, level, straightRun({ pause: 9 }), { revision: 3 });
  expect([best.state, check.state]).toEqual(["counted", "counted"]);
  await (await openBuild(maker, level)).block();
  const version = await buildStub(testEnv, level).save(3);
  const [shown] = await runSql<Record<string, string>>`select thumbnail, thumbnail_small from levels
    where id = ${level}`;
  const logs = await runPlaySql<{ log: string }>`select log from runs where level_id = ${level}`;
  const files = [
    ...(await rowsOf(level)).map(({ asset }) => asset),
    ...Object.values(shown ?? {}),
    ...logs.map(({ log }) => log),
    version.id,
  ];
  expect(files.length).toBe(8);
  const stored = () => Promise.all(files.map(isStored));
  expect((await maker.call(deleteLevelRoute, { id: level })).status).toBe(200);
  const sweep = async (now: number) => {
    await sweepFiles(testEnv, now);
    await sweepRuns(testEnv, now);
  };
  // Staff can undo a removal for a day.
  await sweep(Date.now() + DAY_MS);
  expect(await countRows("unused_files", sql`level_id = ${level}`)).toBe(0);
  await sweep(Date.now() + 3 * DAY_MS);
  expect(await stored()).toEqual(files.map(() => true));
  await sweep(Date.now() + FILE_GRACE_MS + 4 * DAY_MS);
  expect(await stored()).toEqual(files.map(() => false));
  expect(await countRows("unused_files", sql`level_id = ${level}`)).toBe(0);
});

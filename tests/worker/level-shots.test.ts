import { sql } from "drizzle-orm";
import { DEFAULT_COLORS, packColors } from "#domain/avatar/colors.ts";
import { editLevelRoute, type LevelShots, levelShotsRoute } from "#domain/levels/api.ts";
import { DIRECTOR_VERSION } from "#domain/world/director/director-version.ts";
import { type Browser, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { pngPictureFile } from "#tests/support/picture-files.ts";
import { recordingRenderQueue, runRenderJobs } from "#tests/support/render-jobs.ts";
import { storedObjects } from "#tests/support/stored.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { readJpegFrame } from "#worker/assets/picture.ts";
import { sweepRenders } from "#worker/render/sweep.ts";

interface PictureRow {
  thumbnail: string | null;
  picture: string | null;
  thumbnail_own: 0 | 1;
  picture_view: string | null;
  picture_shot: string | null;
  picture_choice: string | null;
  picture_signature: string | null;
  picture_version: number;
}

const rowOf = async (id: number): Promise<PictureRow> => {
  const [row] =
    await runSql`select thumbnail, picture, thumbnail_own, picture_view, picture_shot, picture_choice,
    picture_signature, picture_version from levels where id = ${id}`;
  return row as unknown as PictureRow;
};
const draw = (id: number) => runRenderJobs([{ kind: "level", level_id: id, revision: 1 }]);
const cameraOf = ({ picture_choice }: PictureRow) =>
  (JSON.parse(picture_choice ?? "{}") as { view?: unknown }).view;

describe("the director's picture", () => {
  test("is the same after a repeated job, and stays so beside new neighbors", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id, { thumbnail: null });
    await draw(id);
    const first = await rowOf(id);
    expect(first).toMatchObject({ picture_version: DIRECTOR_VERSION, picture_shot: null });
    expect(first.picture_signature).toMatch(/^[0-9a-f]{192}$/);
    await addLevel(user.id, { picture_signature: first.picture_signature });
    await runSql`update levels set thumbnail = null where id = ${id}`;
    await draw(id);
    expect(await rowOf(id)).toEqual(first);
  });

  test("of the same world has another camera beside the first", async () => {
    const user = await signedInUser();
    const rows: PictureRow[] = [];
    for (let i = 0; i < 2; i++) {
      const id = await addLevel(user.id, { thumbnail: null });
      await draw(id);
      rows.push(await rowOf(id));
    }
    expect(new Set(rows.map((row) => JSON.stringify(cameraOf(row)))).size).toBe(2);
    expect(new Set(rows.map(({ picture }) => picture)).size).toBe(2);
  });

  test("shows the creator's bopi as it looks then, and a plain one of a banned creator", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id, { thumbnail: null });
    const pictureWith = async (change: string) => {
      await runSql`update users set ${sql.raw(change)} where id = ${user.id}`;
      await runSql`update levels set thumbnail = null where id = ${id}`;
      await draw(id);
      return (await rowOf(id)).picture;
    };
    const colors = packColors({ ...DEFAULT_COLORS, head: "CC9966" });
    const own = await pictureWith(`colors = '${colors}'`);
    const banned = await pictureWith("banned_at = 1");
    expect(banned).not.toBe(own);
    const deleted = await pictureWith("banned_at = null, deleted_at = 1");
    expect(deleted).toBe(banned);
  });
});

describe("the sweep of level pictures", () => {
  const old = { picture_version: 0, thumbnail: "00000000-0000-4000-8000-0000000000aa" };
  const swept = async () => {
    const { jobs, queues } = recordingRenderQueue();
    await sweepRenders({ ...testEnv, ...queues });
    return jobs.flatMap((job) => (job.kind === "level" ? [job.level_id] : []));
  };

  test("draws older pictures again in batches, with the creator's camera, and no uploaded or deleted one", async () => {
    const user = await signedInUser();
    await runSql`update levels set picture_version = ${DIRECTOR_VERSION}`;
    const view = '{"yaw":0,"pitch":30,"center":[0,0,0],"height":50}';
    const drawn = await addLevel(user.id, old);
    const camera = await addLevel(user.id, { ...old, picture_view: view });
    const uploaded = await addLevel(user.id, { ...old, thumbnail_own: 1 });
    const deleted = await addLevel(user.id, { ...old, visibility: "deleted" });
    const jobs = await swept();
    expect(jobs).toEqual(expect.arrayContaining([drawn, camera]));
    expect(jobs).not.toEqual(expect.arrayContaining([uploaded]));
    expect(jobs).not.toEqual(expect.arrayContaining([deleted]));
    for (const id of [drawn, camera, uploaded]) await draw(id);
    expect(await rowOf(camera)).toMatchObject({ picture_view: view, picture_version: DIRECTOR_VERSION });
    expect((await rowOf(drawn)).thumbnail).not.toBe(old.thumbnail);
    expect(await rowOf(uploaded)).toMatchObject(old);
    expect(await swept()).not.toEqual(expect.arrayContaining([drawn]));
  });

  test("sends at most 25 older pictures at once and goes on with the rest", async () => {
    const user = await signedInUser();
    await runSql`update levels set picture_version = ${DIRECTOR_VERSION}`;
    const ids: number[] = [];
    for (let i = 0; i < 27; i++) ids.push(await addLevel(user.id, old));
    const older = (jobs: number[]) => jobs.filter((id) => ids.includes(id));
    expect(older(await swept())).toEqual(ids.slice(0, 25));
    await runSql`update levels set picture_version = ${DIRECTOR_VERSION} where id <= ${ids[24] ?? 0}`;
    expect(older(await swept())).toEqual(ids.slice(25));
    await runSql`update levels set picture_version = ${DIRECTOR_VERSION}`;
  });

  test("leaves the old picture of a level without a document, once", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id, old);
    const [revision] = await runSql`select asset from level_revisions where level_id = ${id}`;
    await testEnv.BUCKET.delete(String(revision?.asset));
    expect(await draw(id)).toEqual({ done: [0], retried: [] });
    expect(expectWorkerErrors()).toEqual([expect.stringContaining("level not drawn again")]);
    expect(await rowOf(id)).toMatchObject({ thumbnail: old.thumbnail, picture_version: DIRECTOR_VERSION });
  });
});

describe("the shots to choose from", () => {
  const shotsOf = async (browser: Browser, id: number) => browser.call(levelShotsRoute, { id });

  test("are three pictures that aren't stored", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id);
    const before = await storedObjects();
    const response = await shotsOf(user, id);
    expectCost(response, { roundTrips: 2 });
    const { data, chosen } = response.body as unknown as LevelShots;
    expect(data.map(({ kind }) => kind)).toEqual(["hero", "spawn", "whole"]);
    for (const { picture } of data) {
      expect(picture).toMatch(/^data:image\/jpeg;base64,/);
      const bytes = Uint8Array.from(atob(picture.split(",")[1] ?? ""), (char) => char.charCodeAt(0));
      expect(readJpegFrame(bytes)).toMatchObject({ width: 384, height: 216 });
    }
    expect(chosen).toBe("auto");
    expect(await storedObjects()).toBe(before);
  });

  test("return 404 to others if the level is private", async () => {
    const hidden = await addLevel((await signedInUser()).id, { visibility: "private" });
    expect((await shotsOf(await signedInUser(), hidden)).status).toBe(404);
  });

  test("can be chosen: the picture is drawn again with that kind of shot", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id, { picture_view: '{"yaw":0,"pitch":30,"center":[0,0,0],"height":50}' });
    const choose = async (picture_shot: string) => user.call(editLevelRoute, { id, picture_shot });
    expect((await choose("whole")).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ thumbnail: null, picture_view: null, picture_shot: "whole" });
    await draw(id);
    const chosen = await rowOf(id);
    expect(JSON.parse(chosen.picture_choice ?? "{}")).toMatchObject({ kind: "whole", wish: "whole" });
    // The same choice changes nothing.
    await choose("whole");
    expect(await rowOf(id)).toEqual(chosen);
    expect((await shotsOf(user, id)).body).toMatchObject({ chosen: "whole" });
    await choose("auto");
    expect(await rowOf(id)).toMatchObject({ thumbnail: null, picture_shot: null });
  });

  test("replace an uploaded picture, and are replaced by one", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id, { thumbnail_own: 1 });
    const edit = (input: Record<string, unknown>) => user.call(editLevelRoute, { id, ...input });
    await edit({ picture_shot: "hero" });
    expect(await rowOf(id)).toMatchObject({ thumbnail: null, thumbnail_own: 0, picture_shot: "hero" });
    await edit({ picture_shot: "spawn", thumbnail: await pngPictureFile(600, 400) });
    expect(await rowOf(id)).toMatchObject({ thumbnail_own: 1, picture_shot: null });
  });
});

import type { PictureView } from "#domain/build/picture-view.ts";
import { createLevelRoute, editLevelRoute, type Level, levelRoute } from "#domain/levels/api.ts";
import { runSql, testEnv } from "#tests/support/browser.ts";
import { pngPictureFile } from "#tests/support/picture-files.ts";
import { runRenderJobs } from "#tests/support/render-jobs.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel, worldFile } from "#tests/support/world.ts";
import { readJpegFrame } from "#worker/assets/picture.ts";
import { PICTURE_SIZES } from "#worker/render/picture-sizes.ts";

const levelOf = async (browser: TestUser, id: number) =>
  (await browser.call(levelRoute, { id })).body.level as Level;

/** The sizes of a level's three pictures, and the bytes of the largest. */
async function picturesOf(user: TestUser, id: number) {
  const { picture_url, thumbnail_url, thumbnail_small_url } = await levelOf(user, id);
  const urls = [picture_url, thumbnail_url, thumbnail_small_url];
  const files = await Promise.all(
    urls.map(async (url) => {
      const object = await testEnv.BUCKET.get(url.replace("/assets/", ""));
      return new Uint8Array((await object?.arrayBuffer()) ?? []);
    }),
  );
  const sizes = files
    .map((bytes) => readJpegFrame(bytes))
    .map((frame) => `${frame?.width} × ${frame?.height}`);
  return { sizes, bytes: files[0] ?? new Uint8Array(), urls };
}

const CHOSEN_VIEW = '{"yaw":0,"pitch":30,"center":[0,0,0],"height":50}';
const SIZES = ["1024 × 576", "512 × 288", "256 × 144"];

describe("a rendered level picture", () => {
  test("is stored in three sizes", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id, { thumbnail: null });
    expect(await levelOf(user, id)).toMatchObject({
      picture_url: "/static/drawing.svg",
      thumbnail_url: "/static/drawing.svg",
      thumbnail_small_url: "/static/drawing.svg",
    });
    await runRenderJobs([{ kind: "level", level_id: id, revision: 1 }]);
    const { sizes, bytes } = await picturesOf(user, id);
    expect(sizes).toEqual(SIZES);
    expect(bytes.length).toBeLessThanOrEqual(PICTURE_SIZES.large.maxBytes);
  });

  test("is seen by the camera that its creator chose, under a name of its own", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id, { thumbnail: null });
    const render = async (view: PictureView | null) => {
      await runSql`update levels set thumbnail = null, picture_view = ${view && JSON.stringify(view)}
        where id = ${id}`;
      await runRenderJobs([{ kind: "level", level_id: id, revision: 1 }]);
      return picturesOf(user, id);
    };
    const chosen = await render(null);
    const near = await render({ yaw: 45, pitch: 32, center: [0, 0, 0], height: 20 });
    const far = await render({ yaw: 45, pitch: 32, center: [0, 0, 0], height: 200 });
    expect(new Set([chosen, near, far].flatMap(({ urls }) => urls)).size).toBe(9);
    expect(near.bytes).not.toEqual(far.bytes);
    expect((await render(null)).urls).toEqual(chosen.urls);
  });

  test("of a camera that was replaced while it was rendered isn't used", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id, { thumbnail: null });
    const put = async (...args: Parameters<R2Bucket["put"]>) => {
      await runSql`update levels set picture_view = ${CHOSEN_VIEW} where id = ${id}`;
      return testEnv.BUCKET.put(...args);
    };
    const get = (key: string) => testEnv.BUCKET.get(key);
    const env = { ...testEnv, BUCKET: { get, put } as unknown as R2Bucket };
    await runRenderJobs([{ kind: "level", level_id: id, revision: 1 }], { env });
    expect(await runSql`select thumbnail, picture from levels where id = ${id}`).toEqual([
      { thumbnail: null, picture: null },
    ]);
  });
});

describe("an uploaded level picture", () => {
  const create = async (user: TestUser, width: number, height: number) => {
    const input = { title: "Photo", thumbnail: await pngPictureFile(width, height), file: worldFile() };
    const { body } = await user.call(createLevelRoute, input);
    return (body.level as Level).id;
  };

  test.each([
    ["is stored in three sizes if it's large enough", 1_100, 600, SIZES],
    ["isn't enlarged to the large size", 600, 400, ["512 × 288", "512 × 288", "256 × 144"]],
  ])("%s", async (_, width, height, sizes) => {
    const user = await signedInUser();
    const id = await create(user, width, height);
    expect((await picturesOf(user, id)).sizes).toEqual(sizes);
  });

  test("replaces the camera that was chosen, and goes with all its sizes", async () => {
    const user = await signedInUser();
    const id = await addLevel(user.id, { picture_view: CHOSEN_VIEW });
    await user.call(editLevelRoute, { id, thumbnail: await pngPictureFile(1_100, 600) });
    expect((await picturesOf(user, id)).sizes).toEqual(SIZES);
    expect(await runSql`select picture_view, thumbnail_own from levels where id = ${id}`).toEqual([
      { picture_view: null, thumbnail_own: 1 },
    ]);
    await user.call(editLevelRoute, { id, remove_thumbnail: true });
    expect(await runSql`select thumbnail, picture, thumbnail_small from levels where id = ${id}`).toEqual([
      { thumbnail: null, picture: null, thumbnail_small: null },
    ]);
  });
});

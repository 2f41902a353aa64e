import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { type Avatar, avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { ITEM_TYPE_IDS } from "#domain/items/rules.ts";
import { createOutfitRoute, type Outfit, outfitListRoute, wearOutfitRoute } from "#domain/outfits/api.ts";
import { addUser, Browser, db, testEnv } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { recordingQueue, runJobs } from "#tests/support/renders.ts";
import { storedObjects } from "#tests/support/stored.ts";
import { addWearable, giveItem, ownedItem } from "#tests/support/wardrobe.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { textureFile } from "#worker/assets/store.ts";
import { PICTURE_SIDE } from "#worker/render/pictures.ts";
import { decodePng } from "#worker/render/png.ts";
import { sweepRenders } from "#worker/render/sweep.ts";

let visitor: Browser;

beforeAll(async () => {
  visitor = await Browser.visitor();
});

const look = async (userId: number) => {
  const { body } = await visitor.call(avatarRoute, { params: { userId } });
  return body as unknown as Avatar;
};
const itemOf = async (id: number) => {
  const { body } = await visitor.call(itemRoute, { params: { id } });
  return body.item as Item;
};
const dress = (who: Person, input: Record<string, unknown>) => who.browser.call(updateAvatarRoute, { input });
const outfitsOf = async (who: Person) => {
  const { body } = await who.browser.call(outfitListRoute, { params: { page: 1 } });
  return body.data as Outfit[];
};
/** Draws what somebody's calls have asked for. */
const drawAll = (who: Person) => runJobs(who.jobs.splice(0));
const nameIn = (url: string) => url.replace("/assets/", "");

/** The picture at an address, as everybody gets it. */
async function pictureAt(url: string) {
  expect(url).toMatch(/^\/assets\/[0-9a-f-]{36}$/);
  const answer = await visitor.fetch(url);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  const object = await testEnv.BUCKET.get(nameIn(url));
  const picture = decodePng(new Uint8Array((await object?.arrayBuffer()) ?? []));
  const covered = picture.data.filter((value, i) => i % 4 === 3 && value > 0).length;
  expect(covered / (picture.width * picture.height)).toBeGreaterThan(0.05);
  return { ...picture, version: object?.version };
}

describe("a job", () => {
  test("draws a bopi from head to toe and its head, hangs both up everywhere and is done", async () => {
    const who = await person();
    const types = [1, 1, 1, 3, 2, 4, 5, 6] as const;
    const items = await Promise.all(types.map((type) => ownedItem(who.id, type)));
    const [hat1, hat2, hat3, face, toy, shirt, pants, shoes] = items.map(({ id }) => id);
    const changes = { hat1, hat2, hat3, face, toy, shirt, pants, shoes, head_color: "CC9966" };
    expect((await dress(who, changes)).body).toMatchObject({ rendered: false });
    expect(await drawAll(who)).toEqual({ done: [0], retried: [] });
    const avatar = await look(who.id);
    expect(avatar.rendered).toBe(true);
    expect(await pictureAt(avatar.avatar_url)).toMatchObject({ width: PICTURE_SIDE.avatar });
    expect(await pictureAt(avatar.headshot_url)).toMatchObject({ width: PICTURE_SIDE.headshot });
    const session = await who.browser.fetch("/api/session");
    expect(session.body).toMatchObject({ user: { bopi: { headshot_url: avatar.headshot_url } } });
    const profile = await visitor.fetch(`/api/users/${who.username}`);
    expect(JSON.stringify(profile.body)).toContain(avatar.avatar_url);
  });

  test("draws an outfit, which keeps its picture whatever its owner wears", async () => {
    const who = await person();
    await dress(who, { shirt: (await ownedItem(who.id, 4)).id, head_color: "99CC66" });
    await who.browser.call(createOutfitRoute, { input: { name: "Look" } });
    expect((await outfitsOf(who))[0]?.rendered).toBe(false);
    expect(await drawAll(who)).toEqual({ done: [0, 1], retried: [] });
    const [outfit] = await outfitsOf(who);
    expect(outfit?.rendered).toBe(true);
    expect(await pictureAt(outfit?.thumbnail_url ?? "")).toMatchObject({ width: PICTURE_SIDE.outfit });
    await dress(who, { shirt: null });
    await drawAll(who);
    expect(await outfitsOf(who)).toEqual([outfit]);
  });

  test.each(ITEM_TYPE_IDS)("draws an item of type %i", async (type) => {
    const { id } = await addWearable((await addUser()).id, type);
    expect(await itemOf(id)).toMatchObject({ rendered: false, thumbnail_url: "/static/item.svg" });
    expect(await runJobs([{ kind: "item", item_id: id }])).toEqual({ done: [0], retried: [] });
    const item = await itemOf(id);
    expect(item.rendered).toBe(true);
    expect(await pictureAt(item.thumbnail_url)).toMatchObject({ width: PICTURE_SIDE.item });
  });

  test("that comes twice, together or later, draws once: the same name, the file not written again", async () => {
    const who = await person();
    await dress(who, { shoes: (await ownedItem(who.id, 6)).id });
    await who.browser.call(createOutfitRoute, { input: { name: "Look" } });
    const { id } = await addWearable(who.id, 5);
    const jobs = [...who.jobs, { kind: "item", item_id: id } as const];
    expect((await runJobs([...jobs, ...jobs])).done).toHaveLength(6);
    const shown = async () => {
      const urls = [
        (await look(who.id)).avatar_url,
        (await look(who.id)).headshot_url,
        ...(await outfitsOf(who)).map(({ thumbnail_url }) => thumbnail_url),
        (await itemOf(id)).thumbnail_url,
      ];
      return Promise.all(
        urls.map(async (url) => [url, (await testEnv.BUCKET.head(nameIn(url)))?.version ?? "missing"]),
      );
    };
    const before = await shown();
    expect(before).toHaveLength(4);
    expect((await runJobs(jobs)).done).toHaveLength(3);
    // Even when a lost acknowledgement has made the database forget that they are drawn.
    await db.batch([
      statement(sql`update bopis set drawn = 0 where user_id = ${who.id}`),
      statement(sql`update outfits set thumbnail = null where user_id = ${who.id}`),
      statement(sql`update items set thumbnail = null where id = ${id}`),
    ]);
    expect((await runJobs(jobs)).done).toHaveLength(3);
    expect(await shown()).toEqual(before);
  });

  test("for an older revision is void: a newer one is on its way", async () => {
    const who = await person();
    await dress(who, { head_color: "111111" });
    await dress(who, { head_color: "222222" });
    const [old, latest] = who.jobs.splice(0);
    if (!old || !latest) throw new Error("two jobs were expected");
    const objects = await storedObjects();
    expect(await runJobs([old])).toEqual({ done: [0], retried: [] });
    expect(await storedObjects(), "nothing was drawn").toBe(objects);
    expect(await look(who.id)).toMatchObject({ rendered: false });
    expect((await look(who.id)).avatar_url).toMatch(/^\/static\//);
    await runJobs([latest]);
    const { avatar_url, rendered } = await look(who.id);
    expect(rendered).toBe(true);
    await runJobs([old]);
    expect(await look(who.id)).toMatchObject({ avatar_url, rendered: true });
  });

  test("hangs nothing up when the bopi changes while it is drawn", async () => {
    const who = await person();
    await dress(who, { head_color: "333333" });
    const [old] = who.jobs.splice(0);
    if (!old) throw new Error("a job was expected");
    const slow = new Proxy(testEnv.BUCKET, {
      get: (bucket, name) =>
        name === "put"
          ? async (...args: Parameters<R2Bucket["put"]>) => {
              await dress(who, { head_color: "444444" });
              return bucket.put(...args);
            }
          : Reflect.get(bucket, name).bind(bucket),
    });
    await runJobs([old], { env: { ...testEnv, BUCKET: slow } });
    expect(await look(who.id)).toMatchObject({ rendered: false, head_color: "444444" });
    expect((await look(who.id)).avatar_url).toMatch(/^\/static\//);
    expect((await drawAll(who)).retried).toEqual([]);
    expect(await look(who.id)).toMatchObject({ rendered: true });
  });

  test("for somebody or something that is gone is done without a word", async () => {
    const jobs = [
      { kind: "avatar", user_id: 999_999, revision: 1 },
      { kind: "outfit", outfit_id: 999_999 },
      { kind: "item", item_id: 999_999 },
      { kind: "level", level_id: 999_999, revision: 1 },
    ] as const;
    expect((await runJobs(jobs)).done).toEqual([0, 1, 2, 3]);
  });

  test("whose texture is missing or broken is tried again later, and holds up no other", async () => {
    const who = await person();
    const missing = await addWearable(who.id, 4, {}, false);
    const broken = await addWearable(who.id, 4, {}, false);
    await testEnv.BUCKET.put(textureFile(broken.uuid), "not a picture");
    const noModel = await addWearable(who.id, 1, {}, false);
    const fine = await addWearable(who.id, 4);
    await giveItem(who.id, missing.id);
    await dress(who, { shirt: missing.id });
    const ids = [missing, broken, noModel, fine].map(({ id }) => id);
    const jobs = [...ids.map((item_id) => ({ kind: "item" as const, item_id })), ...who.jobs.splice(0)];
    expect(await runJobs(jobs)).toEqual({ done: [3], retried: [0, 1, 2, 4] });
    const said = expectComplaints();
    expect(said).toHaveLength(4);
    expect(said[0]).toContain(`the bucket has no ${textureFile(missing.uuid)}`);
    expect((await itemOf(fine.id)).rendered).toBe(true);
    expect((await look(who.id)).rendered).toBe(false);
    // Once the file is there, nothing of the failure is remembered.
    const source = await testEnv.BUCKET.get(textureFile(fine.uuid));
    await testEnv.BUCKET.put(textureFile(missing.uuid), await (source as R2ObjectBody).arrayBuffer());
    const again = [jobs[0], jobs[4]].flatMap((job) => job ?? []);
    expect((await runJobs(again, { attempts: 2 })).retried).toEqual([]);
    expect((await look(who.id)).rendered).toBe(true);
  });

  test("that failed too often is told and let go", async () => {
    const { id } = await addWearable((await addUser()).id, 4, {}, false);
    const job = { kind: "item", item_id: id } as const;
    expect(await runJobs([job], { queue: "bopolis-renders-dead" })).toEqual({ done: [0], retried: [] });
    expect(expectComplaints().join()).toContain("render given up");
  });
});

describe("equal looks", () => {
  test("of two people share their files, which are drawn once", async () => {
    const [one, two] = [await person(), await person()];
    const shirt = await ownedItem(one.id, 4);
    await giveItem(two.id, shirt.id);
    const same = { shirt: shirt.id, head_color: "ABCABC" };
    await dress(one, same);
    await drawAll(one);
    const first = await look(one.id);
    const { version } = await pictureAt(first.avatar_url);
    await dress(two, same);
    await drawAll(two);
    const second = await look(two.id);
    expect([second.avatar_url, second.headshot_url]).toEqual([first.avatar_url, first.headshot_url]);
    expect((await pictureAt(second.avatar_url)).version).toBe(version);
  });

  test("that are taken off and put on again come back to the picture they had; different ones differ", async () => {
    const who = await person();
    const [hat, other] = [await ownedItem(who.id, 1), await ownedItem(who.id, 1)];
    const seen: string[] = [];
    for (const change of [{ hat1: hat.id }, { hat1: other.id }, { hat1: hat.id }, { head_color: "010101" }]) {
      await dress(who, change);
      await drawAll(who);
      seen.push((await look(who.id)).avatar_url);
    }
    expect(seen[2]).toBe(seen[0]);
    expect(new Set(seen).size).toBe(3);
  });

  test("of an outfit that is worn again need no drawing", async () => {
    const who = await person();
    await dress(who, { head_color: "0A0B0C" });
    const { body } = await who.browser.call(createOutfitRoute, { input: { name: "Look" } });
    await drawAll(who);
    const { avatar_url } = await look(who.id);
    await dress(who, { head_color: "0C0B0A" });
    await who.browser.call(wearOutfitRoute, { input: { id: (body.outfit as Outfit).id } });
    await drawAll(who);
    expect(await look(who.id)).toMatchObject({ avatar_url, rendered: true });
  });
});

describe("the sweep", () => {
  async function swept() {
    const { jobs, queue } = recordingQueue();
    await sweepRenders({ ...testEnv, RENDERS: queue });
    return jobs;
  }

  test("finds everything that is undrawn and nothing else", async () => {
    const who = await person();
    const item = await addWearable(who.id, 4);
    const levelId = await addLevel(who.id, { thumbnail: null });
    const gone = await addLevel(who.id, { thumbnail: null, visibility: "deleted" });
    const bare = await addWearable(who.id, 4, { uuid: "" }, false);
    await dress(who, { head_color: "445566" });
    await who.browser.call(createOutfitRoute, { input: { name: "Look" } });
    const lost = [...who.jobs.splice(0), { kind: "item", item_id: item.id }];
    const found = await swept();
    expect(found).toEqual(expect.arrayContaining(lost));
    expect(found).toContainEqual({ kind: "level", level_id: levelId, revision: 1 });
    expect(found).not.toContainEqual(expect.objectContaining({ level_id: gone }));
    expect(found).not.toContainEqual(expect.objectContaining({ item_id: bare.id }));

    // What other tests of this file broke stays broken; the rest is drawn, and is not found again.
    await runJobs(found);
    const left = await swept();
    if (left.length > 0) expectComplaints();
    for (const job of lost) expect(left).not.toContainEqual(job);
    expect(left).not.toContainEqual(expect.objectContaining({ level_id: levelId }));
    await db.all(statement(sql`delete from items where thumbnail is null and id > 0 and uuid <> ''`));
    expect(await swept()).toEqual([]);
  });

  test("reads what is undrawn, however much there is that is drawn", async () => {
    const who = await person();
    await db.batch([
      statement(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 500)
        insert into items (type_id, user_id, name, uuid, thumbnail, created_at)
        select 4, ${who.id}, 'Drawn', 'x' || i, 'x', 1 from n`),
      statement(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 500)
        insert into outfits (user_id, name, thumbnail, created_at) select ${who.id}, 'Drawn', 'x', 1 from n`),
      statement(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 500)
        insert into levels (user_id, title, thumbnail, created_at, updated_at)
        select ${who.id}, 'Drawn', 'x', 1, 1 from n`),
    ]);
    let read = 0;
    const DB = new Proxy(testEnv.DB, {
      get: (d1, name) =>
        name === "batch"
          ? async (statements: D1PreparedStatement[]) => {
              const results = await d1.batch(statements);
              for (const { meta } of results) read += meta.rows_read;
              return results;
            }
          : Reflect.get(d1, name).bind(d1),
    });
    const { jobs, queue } = recordingQueue();
    await sweepRenders({ ...testEnv, DB, RENDERS: queue });
    expect(read).toBeLessThanOrEqual(2 * jobs.length + 4);
  });

  test("takes a hundred of a kind at a time", async () => {
    const who = await person();
    await db.all(
      statement(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 130)
        insert into outfits (user_id, name, created_at) select ${who.id}, 'Look ' || i, 1 from n`),
    );
    expect(await swept()).toHaveLength(100);
    await db.all(statement(sql`delete from outfits where user_id = ${who.id}`));
  });
});

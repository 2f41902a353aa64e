import { sql } from "drizzle-orm";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { readMeshFile } from "#domain/items/model/mesh-file.ts";
import { Browser, countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { coinsOf, userWithCoins } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { cubeObj } from "#tests/support/obj.ts";
import { jpegPictureFile } from "#tests/support/picture-files.ts";
import { createItem, expectNothingStored, storedObjects } from "#tests/support/stored.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { cubeMesh, objFile, textureFileOf, texturePixels } from "#tests/support/wearable.ts";
import { modelFile, textureFile } from "#worker/assets/store.ts";
import { pngFile as pngOf, readChunks } from "#worker/render/png/chunks.ts";
import { decodePng, encodePng } from "#worker/render/png.ts";

const admin = await signedInUser({ role: "admin" });
const visitor = await Browser.visitor();

async function made(user: TestUser, fields: Record<string, unknown>): Promise<Item> {
  const { status, body } = await createItem(user, fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return (await visitor.output(itemRoute, { id: Number(body.id) })).item;
}
async function rejected(user: TestUser, fields: Record<string, unknown> = {}) {
  const { status, body } = await expectNothingStored(() => createItem(user, fields));
  return [status, status === 422 && body.errors ? Object.keys(body.errors) : body.code];
}
const file = async (name: string) =>
  new Uint8Array((await (await testEnv.BUCKET.get(name))?.arrayBuffer()) ?? []);
describe("a member's item", () => {
  test("costs 25 coins, belongs to its maker, has the given price and is queued for rendering", async () => {
    const user = await userWithCoins(40);
    const input = { name: "  Stripes ", description: "One\r\nTwo", purchasable: "onsale", price: 12 };
    const response = await createItem(user, input);
    expect([response.status, response.body]).toEqual([201, { id: expect.any(Number), state: "shown" }]);
    // The word list is reloaded at most every ten seconds.
    expectCost(response, { roundTrips: 3, read: 50, written: 26 });
    const id = Number(response.body.id);
    expect((await user.call(itemRoute, { id })).body.item).toMatchObject({
      name: "Stripes",
      description: "One\nTwo",
      type: { id: 4, name: "shirt" },
      purchasable: "onsale",
      price: 12,
      gold_month: null,
      owned: true,
      rendered: false,
      user: { id: user.id },
    });
    expect(await coinsOf(user.id)).toBe(15);
    expect(
      await runSql`select type_id, source_type, source_id, coins, xp from transactions
          where user_id = ${user.id} and key like 'create:%'`,
    ).toEqual([{ type_id: 1, source_type: "item", source_id: id, coins: -25, xp: 0 }]);
    expect(await runSql`select item_id, type_id, serial from inventory where user_id = ${user.id}`).toEqual([
      { item_id: id, type_id: 4, serial: null },
    ]);
    expect(user.jobs).toEqual([{ kind: "item", item_id: id }]);
  });

  test("stores its texture's pixels and nothing else of the file", async () => {
    const user = await userWithCoins(25);
    const pixels = texturePixels(77);
    const secret = new TextEncoder().encode("Comment\0taken at home");
    const [header, ...data] = [...readChunks(encodePng(pixels))];
    const upload = pngOf(512, 512, header?.data[9] ?? 0, [{ type: "tEXt", data: secret }, ...data]);
    const texture = new File([upload as Uint8Array<ArrayBuffer>, secret], "x.png");
    const { uuid } = await made(user, { texture });
    const stored = await file(textureFile(uuid));
    // Transparent pixels show nothing, whatever their color.
    const shown = ({ data }: { data: ArrayLike<number> }) =>
      Array.from(data, (value, i) => (data[i | 3] === 0 ? 0 : value));
    expect(shown(decodePng(stored))).toEqual(shown(pixels));
    expect(new TextDecoder("latin1").decode(stored)).not.toContain("taken at home");
    const served = await visitor.fetch(`/assets/${uuid}.png`);
    expect([served.status, served.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect((await visitor.fetch(`/assets/${uuid}.mesh`)).status).toBe(404);
  });

  test("can be a shirt, pants or shoes; hats, toys, faces and Gold months are for admins", async () => {
    const user = await userWithCoins(100);
    for (const type_id of [4, 5, 6]) expect((await made(user, { type_id })).type.id).toBe(type_id);
    expect((await createItem(user, { gold_month: "" })).status).toBe(201);
    const rich = await userWithCoins(1_000);
    for (const browser of [rich, await signedInUser({ role: "moderator" })])
      for (const type_id of [1, 2, 3]) {
        const obj = type_id < 3 ? objFile() : undefined;
        expect((await rejected(browser, { type_id, obj }))[0]).toBe(403);
      }
    expect((await rejected(rich, { gold_month: "2026-11-01" }))[0]).toBe(403);
    expect(await coinsOf(rich.id)).toBe(1_000);
    expect(rich.jobs).toEqual([]);
  });
});

describe("the price of 25 coins", () => {
  test("isn't charged for a rejected item", async () => {
    const user = await userWithCoins(25);
    for (const fields of [
      { name: "" },
      { texture: textureFileOf(256) },
      { texture: undefined },
      { type_id: 1, obj: objFile() },
      { type_id: 7 },
      { price: -1 },
      { purchasable: "onsale", price: 0 },
      { obj: objFile() },
      { gold_month: "soon" },
    ])
      await expectNothingStored(() => createItem(user, fields));
    expect(await coinsOf(user.id)).toBe(25);
    expect(user.jobs).toEqual([]);
  });

  test("must be available: with 24 coins nothing is made and no file stored", async () => {
    const user = await userWithCoins(24);
    const response = await expectNothingStored(() => createItem(user));
    expect([response.status, response.body.code]).toEqual([422, "too_few_coins"]);
    expect(await coinsOf(user.id)).toBe(24);
  });

  test("is charged once per item, even for concurrent requests with coins for two", async () => {
    const user = await userWithCoins(60);
    const objects = await storedObjects();
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, n) => createItem(user, { name: `Racing ${n}` })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422]);
    expect(await coinsOf(user.id)).toBe(10);
    expect(await countRows("items", sql`user_id = ${user.id}`)).toBe(2);
    expect(await countRows("inventory", sql`user_id = ${user.id}`)).toBe(2);
    expect(await countRows("transactions", sql`user_id = ${user.id} and coins < 0`)).toBe(2);
    expect(user.jobs).toHaveLength(2);
    expect(await storedObjects(), "files of the refused ones").toBe(objects + 2);
  });

  test("is recorded in the ledger with the right item, even for concurrent makers", async () => {
    const makers = await Promise.all([1, 2, 3, 4].map(() => userWithCoins(50)));
    await Promise.all(makers.flatMap((browser) => [createItem(browser), createItem(browser)]));
    const made = await countRows("transactions", sql`key like 'create:%'`);
    expect(made, "each names another item").toBe(
      await countRows("(select distinct source_id from transactions where key like 'create:%')", sql`true`),
    );
    const wrong = sql`t.key like 'create:%' and not exists (select 1 from items i
      where i.id = t.source_id and i.user_id = t.user_id)`;
    expect(await countRows("transactions t", wrong)).toBe(0);
    for (const maker of makers) {
      expect(await coinsOf(maker.id)).toBe(0);
      expect(await countRows("inventory", sql`user_id = ${maker.id}`)).toBe(2);
    }
  });
});

test("an admin's item is free and can be of any type, a hat or toy with its model", async () => {
  for (const type_id of [1, 2, 3, 4, 5, 6]) {
    const obj = type_id < 3 ? objFile() : undefined;
    const item = await made(admin, { type_id, obj });
    expect(item).toMatchObject({ type: { id: type_id }, user: { id: admin.id } });
    expect((await file(modelFile(item.uuid))).length > 0).toBe(type_id < 3);
  }
  expect(await coinsOf(admin.id)).toBe(0);
  expect(await countRows("transactions", sql`user_id = ${admin.id} and coins <> 0`)).toBe(0);
  expect(await countRows("inventory", sql`user_id = ${admin.id}`)).toBe(6);
});

test("an admin's item stores the uploaded model as a mesh and serves it", async () => {
  const { uuid } = await made(admin, { type_id: 1, obj: objFile(cubeObj(), "HAT.OBJ") });
  expect(readMeshFile((await file(modelFile(uuid))).buffer as ArrayBuffer)).toEqual(cubeMesh());
  expect((await visitor.fetch(`/assets/${uuid}.mesh`)).status).toBe(200);
});

test("an admin's item with a day of a Gold month gets the month and is on sale", async () => {
  for (const purchasable of ["offsale", "free", "onsale", undefined]) {
    const item = await made(admin, { type_id: 3, gold_month: "2026-11-17", purchasable, price: 5 });
    expect(item).toMatchObject({ gold_month: "2026-11-01", purchasable: "onsale", price: 5 });
  }
  expect(await rejected(admin, { type_id: 3, gold_month: "2026-13-01" })).toEqual([422, ["gold_month"]]);
});

test("a sale type determines the price: none for free and off sale, at least one coin on sale", async () => {
  const free = { purchasable: "free", price: 0, abbreviated_price: "FREE", is_purchasable: true };
  expect(await made(admin, { purchasable: "free", price: 99 })).toMatchObject(free);
  const offsale = { purchasable: "offsale", price: 0, is_purchasable: false };
  expect(await made(admin, { price: 99 })).toMatchObject(offsale);
  const million = { purchasable: "onsale", price: 1_000_000 };
  expect(await made(admin, million)).toMatchObject({ price: 1_000_000, abbreviated_price: "1M" });
  for (const price of [0, undefined, -1, 1.5, 1_000_001, "x", ""])
    expect(await rejected(admin, { purchasable: "onsale", price }), String(price)).toEqual([422, ["price"]]);
  expect((await createItem(admin, { purchasable: "rented" })).status).toBe(422);
});

describe("the files of an item", () => {
  const NOT_PNG = "Texture must be a png";

  async function refused(fields: Record<string, unknown>, field: string): Promise<unknown> {
    const { status, body } = await expectNothingStored(() => createItem(admin, fields));
    expect([status, body.errors]).toEqual([422, { [field]: [body.message] }]);
    return body.message;
  }

  test("must include a texture that is a PNG by its content, whatever its name", async () => {
    const jpeg = await jpegPictureFile(512, 512);
    const lie = new File([await jpeg.arrayBuffer()], "texture.png", { type: "image/png" });
    for (const texture of [jpeg, lie, objFile(), new File([], "empty.png")])
      expect(await refused({ texture }, "texture")).toBe(NOT_PNG);
    expect((await createItem(admin, { texture: textureFileOf(512, 512, "x.jpg") })).status).toBe(201);
  });

  test.each([
    [100, 100],
    [1, 700],
    [2048, 16],
  ])("can include a face of %i × %i, which is fitted into 512 × 512", async (width, height) => {
    const { uuid } = await made(admin, { type_id: 3, texture: textureFileOf(width, height) });
    expect(decodePng(await file(textureFile(uuid)))).toMatchObject({ width: 512, height: 512 });
  });

  test("can't include a face with more than 2048 pixels on a side, or a texture that isn't a file", async () => {
    for (const texture of [textureFileOf(2049, 1), textureFileOf(1, 2049)])
      expect(await refused({ type_id: 3, texture }, "texture")).toMatch(/2048/);
    for (const texture of ["a text", undefined]) await refused({ texture }, "texture");
  });

  test("include a model for hats and toys only, which must end in .obj", async () => {
    for (const type_id of [3, 4, 5, 6]) await refused({ type_id, obj: objFile() }, "obj");
    for (const type_id of [1, 2]) {
      expect(await refused({ type_id }, "obj")).toBe("A hat or toy needs a model.");
      for (const name of ["model.txt", "model", "model.obj.exe", ".objx"]) {
        const obj = objFile(cubeObj(), name);
        expect(await refused({ type_id, obj }, "obj")).toBe("Model must be an obj");
      }
      await refused({ type_id, obj: objFile("v 0 0 NaN\nf 1 1 1") }, "obj");
      await refused({ type_id, obj: objFile("#".repeat(2 * 1024 * 1024 + 1)) }, "obj");
    }
  });
});

import { sql } from "drizzle-orm";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import {
  createPrefabRoute,
  deletePrefabRoute,
  type Prefab,
  prefabListRoute,
} from "#domain/build/own-prefabs/api.ts";
import { deleteAccountRoute } from "#domain/settings/api.ts";
import { createAccountOwner, PASSWORD } from "#tests/support/account-owner.ts";
import { countRows, runSql } from "#tests/support/browser.ts";
import { blockAt } from "#tests/support/build-client.ts";
import { inviteEditor } from "#tests/support/invite-editor.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";

let ann: TestUser;
beforeEach(async () => {
  ann = await signedInUser();
});

const create = (input: Record<string, unknown>) => ann.call(createPrefabRoute, input);
const list = async (user = ann) => (await user.call(prefabListRoute)).body.data as Prefab[];
const stored = () => countRows("prefabs", sql`user_id = ${ann.id}`);

describe("a prefab", () => {
  test("is stored with its parts, without groups and locks, and listed newest first", async () => {
    const star = { kind: "star", position: [0, 2, 0] };
    const lamp = { name: " Lamp ", parts: [{ ...blockAt([0, 1, 0]), group: "3.1", locked: true }, star] };
    const { status, body } = await create(lamp);
    expect([status, body.prefab]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: "Lamp",
        parts: [blockAt([0, 1, 0]), star],
        created_at: expect.any(String),
      },
    ]);
    await create({ name: "Tree", parts: [{ kind: "checkpoint", position: [0, 0, 0] }] });
    expect((await list()).map(({ name }) => name)).toEqual(["Tree", "Lamp"]);
    expect(await list(await signedInUser())).toEqual([]);
  });

  test("can have five hundred parts", async () => {
    const parts = Array.from({ length: BUILD_LIMITS.prefabParts }, (_, i) =>
      blockAt([i + 0.123456789, -0.123456789, 0.5], {
        rotation: [1.23456789, 2.3456789, 3.456789],
        material: "wood",
      }),
    );
    expect(JSON.stringify(parts).length).toBeGreaterThan(64 * 1024);
    expect((await create({ name: "Castle", parts })).status).toBe(201);
    expect((await create({ name: "Castle", parts: [...parts, blockAt([0, 0, 0])] })).body.errors).toEqual({
      parts: ["A prefab can have at most 500 things."],
    });
    expect((await create({ name: "x", parts: ["x".repeat(BUILD_LIMITS.prefabBytes)] })).status).toBe(413);
  });

  test.each<[string, unknown[]]>([
    ["no parts", []],
    ["a spawn", [{ kind: "spawn", position: [0, 0, 0] }]],
    ["a goal", [{ kind: "goal", position: [0, 0, 0] }]],
    ["a sky", [{ kind: "sky" }]],
    ["a group", [{ kind: "group", name: "x" }]],
    ["null", [null]],
    ["a text", ["block"]],
    ["an unknown kind", [{ kind: "__proto__" }]],
    ["an unknown field", [{ ...blockAt([0, 0, 0]), onclick: "x" }]],
    ["a block out of range", [blockAt([5_000, 0, 0])]],
  ])("with %s is refused", async (_, parts) => {
    const { status, body } = await create({ name: "Bad", parts });
    expect([status, Object.keys(body.errors as object)]).toEqual([422, ["parts"]]);
    expect(await stored()).toBe(0);
  });

  test("is refused beyond fifty, also at the same time", async () => {
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n
      where i < ${BUILD_LIMITS.prefabs - 1})
      insert into prefabs (user_id, name, parts, created_at) select ${ann.id}, 'Old', '[]', 1 from n`;
    const input = { name: "New", parts: [blockAt([0, 0, 0])] };
    const responses = await Promise.all([create(input), create(input), create(input)]);
    expect(responses.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      201,
      "prefab_limit",
      "prefab_limit",
    ]);
    expect(await stored()).toBe(BUILD_LIMITS.prefabs);
  });

  test("goes with its user's account, and so do their invitations", async () => {
    const owner = await createAccountOwner();
    const input = { name: "Lamp", parts: [blockAt([0, 0, 0])] };
    expect((await owner.call(createPrefabRoute, input)).status).toBe(201);
    await inviteEditor(ann, await addLevel(ann.id), owner);
    const account = { username: owner.username, password: PASSWORD };
    expect((await owner.call(deleteAccountRoute, account)).status).toBe(200);
    for (const table of ["prefabs", "level_editors"])
      expect(await countRows(table, sql`user_id = ${owner.id}`), table).toBe(0);
  });

  test("is deleted only by its owner", async () => {
    const { body } = await create({ name: "Lamp", parts: [blockAt([0, 0, 0])] });
    const params = { id: (body.prefab as Prefab).id };
    const other = await signedInUser();
    expect((await other.call(deletePrefabRoute, params)).status).toBe(404);
    expect(await stored()).toBe(1);
    expect((await ann.call(deletePrefabRoute, params)).body.message).toBe("“Lamp” was deleted.");
    expect((await ann.call(deletePrefabRoute, params)).status).toBe(404);
  });
});

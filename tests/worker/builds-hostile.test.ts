import { runInDurableObject } from "cloudflare:test";
import { buildSocketPath } from "#domain/build/api.ts";
import { GOAL_ID, SKY_ID, SPAWN_ID } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { BuildSnapshot } from "#domain/build/messages.ts";
import { type BuildSave, saveBuildRoute } from "#domain/build/publishing/api.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { testEnv } from "#tests/support/browser.ts";
import {
  type BuildClient,
  blockAt,
  buildSnapshot,
  connectBuild,
  openBuild,
} from "#tests/support/build-client.ts";
import { inviteEditor } from "#tests/support/invite-editor.ts";
import { StoppedClock } from "#tests/support/stopped-clock.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { addLevel } from "#tests/support/world.ts";
import { Builders, type PageState } from "#worker/build/builders.ts";
import { buildStub } from "#worker/live/stubs.ts";

let ann: TestUser;
let ben: TestUser;
let level: number;
let other: BuildClient;
let page: BuildClient;
let before: BuildSnapshot;
beforeEach(async () => {
  [ann, ben] = [await signedInUser(), await signedInUser()];
  level = await addLevel(ann.id, { visibility: "private" });
  await inviteEditor(ann, level, ben);
  [other, page] = [await openBuild(ann, level), await openBuild(ben, level)];
  before = await buildSnapshot(ann, level);
});

/** Nothing has changed for the others, and they can go on. */
async function expectUntouched(): Promise<void> {
  expect(await buildSnapshot(ann, level)).toEqual(before);
  expect(other.closed).toBe(null);
  expect(other.all("c")).toEqual([]);
  await other.block();
}

const MALFORMED: [name: string, message: string | Uint8Array<ArrayBuffer>][] = [
  ["not JSON", "{"],
  ["a number", "5"],
  ["a list", "[]"],
  ["null", "null"],
  ["without a number", JSON.stringify({ del: ["0.1"] })],
  ["the number 0", JSON.stringify({ n: 0, del: ["0.1"] })],
  ["a fraction as its number", JSON.stringify({ n: 1.5, del: ["0.1"] })],
  ["a text as its number", JSON.stringify({ n: "1", del: ["0.1"] })],
  ["a huge number", '{"n":1e99,"del":["0.1"]}'],
  ["a gap before it", JSON.stringify({ n: 2, del: ["0.1"] })],
  ["undoing itself", JSON.stringify({ n: 1, undo: 1 })],
  ["undoing what comes later", JSON.stringify({ n: 1, undo: 2 })],
  ["undoing a list", JSON.stringify({ n: 1, undo: [1] })],
  ["restoring a number", JSON.stringify({ n: 1, restore: 5 })],
  ["a presence that is a list", JSON.stringify({ p: [] })],
  ["a cursor with two axes", JSON.stringify({ p: { at: [1, 2] } })],
  ["a cursor at infinity", '{"p":{"at":[1e999,0,0]}}'],
  ["a selection without ids", JSON.stringify({ p: { sel: ["<script>"] } })],
  [
    "a selection that is too long",
    JSON.stringify({ p: { sel: Array(BUILD_LIMITS.shownSelection + 1).fill("0.1") } }),
  ],
  [
    "a drag that is too long",
    JSON.stringify({ p: { drag: Array(BUILD_LIMITS.shownDrag + 1).fill(["0.1", {}]) } }),
  ],
  ["a drag of a field that doesn't exist", '{"p":{"drag":[["0.1",{"__proto__":{"x":1}}]]}}'],
  ["a drag to nowhere", JSON.stringify({ p: { drag: [["0.1", { position: null }]] } })],
  ["a drag with a long text", JSON.stringify({ p: { drag: [["0.1", { color: "x".repeat(500) }]] } })],
  ["bytes instead of text", new Uint8Array([123, 125])],
];

test("a message closes the socket and changes nothing: 4400 if it's malformed, 4413 if too long, 4429 if too many", async () => {
  const expectEnd = async (code: number, name: string) => {
    expect(await page.end(), name).toBe(code);
    expect(page.closing, name).toBe(code);
    page = await openBuild(ben, level);
  };
  for (const [name, message] of MALFORMED) {
    page.sendText(message);
    await expectEnd(4400, name);
  }
  page.sendText(" ".repeat(BUILD_LIMITS.messageLength + 1));
  await expectEnd(4413, "too long");
  for (let i = 0; i < BUILD_LIMITS.burst * 3; i++) page.send({ p: { at: [i, 0, 0] } });
  await expectEnd(4429, "too many");
  await expectUntouched();
});

describe("an operation is refused, and changes nothing,", () => {
  const block = blockAt([0, 0, 0]);
  const REFUSED: [name: string, op: object][] = [
    ["that isn't made of lists", { add: {} }],
    ["with the id of the first document", { add: [["0.9999", block]] }],
    ["with a second spawn", { add: [[SPAWN_ID, { kind: "spawn", position: [0, 0, 0] }]] }],
    ["with a spawn under its own id", { add: [["2.0", { kind: "spawn", position: [0, 0, 0] }]] }],
    ["with a block as the goal", { add: [[GOAL_ID, block]] }],
    ["with an id that isn't one", { add: [["__proto__", block]] }],
    ["with a kind that isn't one", { add: [["2.0", { ...block, kind: "constructor" }]] }],
    ["with a field that doesn't exist", { add: [["2.0", { ...block, onclick: "x" }]] }],
    ["with a color that isn't one", { add: [["2.0", { ...block, color: "red" }]] }],
    ["that sets a field that doesn't exist", { set: [[SPAWN_ID, { size: [1, 1, 1] }]] }],
    ["that deletes the spawn", { del: [SPAWN_ID] }],
    ["that deletes the sky", { del: [SKY_ID] }],
    ["that deletes what isn't an id", { del: [5] }],
    ["with a group name that is too long", { add: [["2.0", { kind: "group", name: "x".repeat(41) }]] }],
  ];
  test("with what isn't a part, a field, a value or an id, or isn't the page's", async () => {
    for (const [name, op] of REFUSED) expect(await page.refused({ ...op }), name).toMatch(/^\w.* .*\.$/);
    await expectUntouched();
    await page.block();
  });

  test("with keys like those of an object's prototype", async () => {
    const part = JSON.stringify(block).slice(1);
    page.sendText(`{"n":1,"add":[["2.0",{"__proto__":{"x":1},${part}]]}`);
    page.sendText('{"n":2,"set":[["0.1",{"__proto__":{"color":"000000"}}]]}');
    page.sendText('{"n":3,"__proto__":{"del":["0.1"]}}');
    await page.until(() => page.all("no").length === 3);
    await expectUntouched();
  });

  test("beyond the most parts of a level, also by undoing", async () => {
    const star = { kind: "star", position: [0, 0, 0] };
    const stars = (client: BuildClient, count: number) =>
      client.op({ add: Array.from({ length: count }, () => [client.newId(), star]) });
    const count = before.parts.filter(([, part]) => (part as { kind: string }).kind === "star").length;
    stars(page, WORLD_LIMITS.stars - count);
    await page.until(() => page.isHandled(1));
    expect(await page.refused({ add: [[page.newId(), star]] })).toBe("A level can have at most 500 stars.");
    await page.made({ del: ["2.0"] });
    stars(other, 1);
    await other.until(() => other.isHandled(1));
    expect(await page.refused({ undo: 3 })).toBe("A level can have at most 500 stars.");
    // Once there's room, it can be undone.
    await other.made({ del: ["1.0"] });
    await page.made({ undo: 3 });
  });
});

test("a page can't come back with another query than its own", async () => {
  for (const query of [
    "client=2",
    "after=0",
    "client=-1&after=0",
    "client=2&after=x",
    "client=2e1&after=0",
  ]) {
    const { client } = await connectBuild(ben, `${buildSocketPath(level, null)}?${query}`);
    expect(await client?.end(), query).toBe(4400);
  }
  await expectUntouched();
});

test("a page can't set the headers with which the site introduces it", async () => {
  const visitor = {
    user: { id: ann.id, username: ann.username },
    session: "x",
    isCreator: true,
    revision: 1,
  };
  const headers = { "x-build-visitor": encodeURIComponent(JSON.stringify(visitor)) };
  const { client } = await connectBuild(ben, buildSocketPath(level, null), headers);
  await client?.one("people");
  const { people } = (await client?.one("people")) ?? { people: [] };
  expect(people.at(-1)).toMatchObject({ user: { id: ben.id } });
});

test("many operations at once keep their order and are all stored", async () => {
  const ids = Array.from({ length: 200 }, () => page.newId());
  for (const id of ids) page.op({ add: [[id, blockAt([0, 0, 0])]] });
  await page.until(() => page.isHandled(200));
  expect(page.all("ok").map(({ ok, s }) => [ok, s])).toEqual(ids.map((_, i) => [i + 1, i + 1]));
  const { parts } = await buildSnapshot(ann, level);
  expect(parts.filter(([id]) => id.startsWith("2.")).map(([id]) => id)).toEqual(ids);
});

describe("the changed parts of a person", () => {
  const { partsBurst, partsPerOp, partsPerSecond } = BUILD_LIMITS;

  test("are one budget for all their pages, and others have their own", () => {
    const builders = new Builders(() => []);
    const state = (user: number, client: number) => ({ client, user: { id: user } }) as PageState;
    const pages = [1, 2, 3, 4].map((client) => state(1, client));
    let atOnce = 0;
    for (let i = 0; builders.charge(pages[i % 4] as PageState, partsPerOp, 0) === 0; i++)
      atOnce += partsPerOp;
    expect(atOnce).toBe(partsBurst);
    expect(builders.charge(state(2, 5), partsPerOp, 0)).toBe(0);
    // A second and a half later, the first of those that wait has had its turn.
    expect(builders.charge(pages[0] as PageState, partsPerOp, 0)).toBe(
      (2 * partsPerOp * 1_000) / partsPerSecond,
    );
    expect(builders.charge(pages[0] as PageState, 0, 500)).toBe(500);
    expect(builders.charge(pages[0] as PageState, 0, 1_000)).toBe(0);
  });

  test("wait beyond the budget, and are handled in their order without a closed page", async () => {
    const pages = [page, await openBuild(ben, level)];
    const each = partsBurst / partsPerOp / 2 + 2;
    // Refused, because an operation names a thing once. That costs as much.
    const set = Array.from({ length: partsPerOp }, () => ["0.1", { color: "ff0000" }]);
    for (let n = 1; n <= each; n++) for (const one of pages) one.send({ n, set });
    await until(() => pages.every((one) => one.isHandled(each)));
    for (const one of pages)
      expect(one.all("no").map(({ no }) => no)).toEqual(Array.from({ length: each }, (_, i) => i + 1));
    expect(pages.map(({ closed }) => closed)).toEqual([null, null]);
  }, 90_000);

  test("beyond those that can wait, the page is cut: it comes back and sends the rest again", async () => {
    const set = Array.from({ length: partsPerOp }, () => ["0.1", { color: "ff0000" }]);
    const most = (partsBurst + BUILD_LIMITS.partsWaiting) / partsPerOp;
    const stored = await page.block();
    // A slow machine would earn credit while it reads the operations.
    const clock = new StoppedClock();
    onTestFinished(() => clock.restore());
    for (let n = 2; n <= most + 3; n++) page.send({ n, set });
    expect(await page.end()).toBe(1011);
    const { client } = page.hello;
    clock.advance(100_000);
    const again = await openBuild(ben, level, { client, after: 0 });
    const { n } = again.hello;
    expect(n).toBeLessThan(most);
    again.continueFrom(n, page.counter);
    await again.refused({ set });
    await again.block();
    expect((await buildSnapshot(ann, level)).parts.map(([id]) => id)).toContain(stored);
    expect(other.closed).toBe(null);
  });

  test("are also those that an undo or a stored version puts back", async () => {
    const charge = vi.spyOn(Builders.prototype, "charge");
    try {
      const add = Array.from({ length: 300 }, (_, i) => [page.newId(), blockAt([i, 0, 0])]);
      await page.made({ add });
      const { id } = (await ann.call(saveBuildRoute, { id: level })).body.save as BuildSave;
      const charged = async (op: { undo: number } | { restore: string }) => {
        charge.mockClear();
        await page.made(op);
        return charge.mock.calls.reduce((sum, [, parts]) => sum + parts, 0);
      };
      const { parts } = await buildSnapshot(ann, level);
      expect(await charged({ undo: 1 })).toBe(300 + BUILD_LIMITS.partsPerMessage);
      expect(await charged({ restore: id })).toBe(parts.length - 300 + BUILD_LIMITS.partsPerMessage);
    } finally {
      charge.mockRestore();
    }
  });
});

test("operations are stored up to a number of bytes", async () => {
  const stub = buildStub(testEnv, level);
  const sql = <Row>(query: string) =>
    runInDurableObject(
      stub as unknown as DurableObjectStub,
      (_, { storage }) => storage.sql.exec(query).toArray() as Row[],
    );
  for (let i = 0; i < 98; i++) page.op({ add: [[page.newId(), blockAt([i, 0, 0])]] });
  await page.until(() => page.isHandled(98));
  await sql(`update op_sizes set bytes = ${BUILD_LIMITS.storedOpBytes / 16}`);
  await page.block();
  await page.block();
  expect(await sql("select count(*) as ops, min(seq) as first from ops")).toEqual([{ ops: 17, first: 84 }]);
  expect(await page.refused({ undo: 83 })).toBe("This can't be undone anymore.");
  expect(await page.made({ undo: 84 })).toMatchObject({ edit: { del: [expect.any(String)] } });
});

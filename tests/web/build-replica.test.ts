import fc from "fast-check";
import type { Edit } from "#domain/build/edit.ts";
import { partId } from "#domain/build/ids.ts";
import type { ClientOp } from "#domain/build/messages.ts";
import { starterWorld } from "#domain/build/starts/world-starts.ts";
import { fromWorld, toWorld } from "#domain/build/world.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { blockPart } from "#tests/support/block-part.ts";
import {
  entriesText,
  SimulatedObject,
  type SimulatedOp,
  type StoredOp,
} from "#tests/support/build-simulation.ts";
import { forAll } from "#tests/support/for-all.ts";
import { BuildReplica } from "#web/features/build/model/build-replica.ts";

type Down = StoredOp | { no: number; message: string };

/** A page with the real replica, and messages on their way in both directions. */
class Page {
  readonly replica: BuildReplica;
  readonly up: ClientOp[] = [];
  readonly down: Down[] = [];
  n = 0;
  readonly client: number;

  constructor(client: number, object: SimulatedObject) {
    this.client = client;
    this.replica = new BuildReplica({ seq: object.seq, parts: [...object.document.entries()] });
  }

  edit(edit: Edit): void {
    const op = { n: ++this.n, ...edit };
    this.replica.edit(op, edit);
    this.up.push(op);
  }

  undo(undo: number): void {
    const op = { n: ++this.n, undo };
    this.replica.edit(op, this.replica.expectedRevert(undo));
    this.up.push(op);
  }

  receive(): void {
    const message = this.down.shift();
    if (!message) return;
    if ("no" in message) this.replica.refuse(message.no);
    else if (message.client === this.client) this.replica.confirm(message.n, message.s, message.edit);
    else this.replica.receive(message.s, message.edit);
  }
}

function toSimulated({ n, ...op }: ClientOp): SimulatedOp {
  if ("undo" in op) return { n, undo: op.undo };
  return { n, edit: op as Edit };
}

/** The object handles the oldest operation that a page has sent. */
function deliver(object: SimulatedObject, page: Page, pages: readonly Page[]): void {
  const op = page.up.shift();
  const result = op ? object.handle(page.client, toSimulated(op)) : null;
  if (!result) return;
  if ("no" in result) page.down.push(result);
  else for (const one of pages) one.down.push(result);
}

function settle(object: SimulatedObject, pages: readonly Page[]): void {
  while (pages.some(({ up, down }) => up.length + down.length > 0))
    for (const page of pages) {
      deliver(object, page, pages);
      page.receive();
    }
}

const block = (x: number) => blockPart({ position: [x, 0, 0] });

const newObject = () => new SimulatedObject(fromWorld(starterWorld()));

/** Steps of pages: edits of few parts, undoing, sending and receiving. */
const step = fc.record({
  page: fc.integer({ min: 0, max: 2 }),
  kind: fc.constantFrom("add", "set", "set", "del", "undo", "send", "send", "receive", "receive"),
  id: fc.integer({ min: 0, max: 4 }),
  value: fc.integer({ min: -9, max: 9 }),
});

describe("A page's copy of a level", () => {
  test("equals the object's document in the end, in any order of delivery", () => {
    forAll(fc.array(step, { maxLength: 80 }), (steps) => {
      const object = newObject();
      const pages = [1, 2, 3].map((client) => new Page(client, object));
      let counter = 0;
      for (const { page: index, kind, id, value } of steps) {
        const page = pages[index] as Page;
        const target = partId(0, id);
        if (kind === "add") page.edit({ add: [[partId(page.client, counter++), block(value)]] });
        else if (kind === "set") page.edit({ set: [[target, { position: [value, value, 0] }]] });
        else if (kind === "del") page.edit({ del: [target] });
        else if (kind === "undo" && page.n > 0) page.undo(1 + (id % page.n));
        else if (kind === "send") deliver(object, page, pages);
        else if (kind === "receive") page.receive();
      }
      settle(object, pages);
      for (const { replica } of pages) {
        expect(replica.pending).toEqual([]);
        expect(entriesText(replica.document)).toBe(entriesText(object.document));
      }
    });
  });

  let object: SimulatedObject;
  let ann: Page;
  beforeEach(() => {
    object = newObject();
    ann = new Page(1, object);
  });

  test("shows its own edit at once and keeps it above one that comes first", () => {
    const ben = new Page(2, object);
    ann.edit({ set: [["0.0", { color: "111111" }]] });
    ben.edit({ set: [["0.0", { color: "222222", material: "ice" }]] });
    deliver(object, ben, [ann, ben]);
    ann.receive();
    expect(ann.replica.document.get("0.0")).toMatchObject({ color: "111111", material: "ice" });
    settle(object, [ann, ben]);
    expect(ben.replica.document.get("0.0")).toMatchObject({ color: "111111", material: "ice" });
  });

  test("reports every part that may have changed", () => {
    expect([...ann.replica.edit({ n: 1 }, { set: [["0.1", { color: "111111" }]] })]).toEqual(["0.1"]);
    const changed = ann.replica.receive(1, { set: [["0.2", { color: "222222" }]] });
    expect([...changed].sort()).toEqual(["0.1", "0.2"]);
  });

  test("takes a refused edit back", () => {
    const before = serializeWorld(toWorld(ann.replica.document));
    ann.replica.edit({ n: 1 }, { del: ["0.1"] });
    ann.replica.refuse(1);
    expect(serializeWorld(toWorld(ann.replica.document))).toBe(before);
    expect(ann.replica.pending).toEqual([]);
  });

  test("starts again from a document that already has some of its unconfirmed edits", () => {
    ann.edit({ add: [["1.0", block(3)]] });
    ann.edit({ set: [["1.0", { color: "111111" }]] });
    object.handle(1, toSimulated(ann.up[0] as ClientOp));
    ann.replica.reset({ seq: object.seq, parts: [...object.document.entries()] });
    expect(ann.replica.document.get("1.0")).toMatchObject({ color: "111111" });
    ann.replica.confirm(1, 1);
    ann.replica.confirm(2, 2);
    object.handle(1, toSimulated(ann.up[1] as ClientOp));
    expect(entriesText(ann.replica.document)).toBe(entriesText(object.document));
  });

  test("ignores an operation that its document already has", () => {
    ann.replica.reset({ seq: 5, parts: [...object.document.entries()] });
    expect(ann.replica.receive(5, { del: ["0.1"] }).size).toBe(0);
    expect(ann.replica.document.get("0.1")).toBeDefined();
  });
});

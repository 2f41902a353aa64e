import fc from "fast-check";
import { BuildDocument, EditError } from "#domain/build/document.ts";
import { type Edit, mergeEdits } from "#domain/build/edit.ts";
import { GOAL_ID, type PartId, partId, SPAWN_ID } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import { blockPart } from "#tests/support/block-part.ts";
import { forAll } from "#tests/support/for-all.ts";
import { Draft, type DraftStep, editBetween, type StoredPart } from "#worker/build/draft.ts";

const CLIENTS = 3;
const COLORS = ["aaaaaa", "bbbbbb", "cccccc"];

const block = (x: number) => blockPart({ position: [x, 0, 0] });
const START: [PartId, Part][] = [
  [SPAWN_ID, { kind: "spawn", position: [0, 0, 0] }],
  ...[0, 1, 2].map((i): [PartId, Part] => [partId(0, i), block(i)]),
];

type Action =
  | { client: number; kind: "add" | "set" | "del" | "undo"; pick: number; value: number }
  | { client: number; kind: "save" | "restore" | "goal" | "reload"; pick: number; value: number };

const action: fc.Arbitrary<Action> = fc.record({
  client: fc.integer({ min: 1, max: CLIENTS }),
  kind: fc.constantFrom(
    ...(["add", "set", "set", "del", "undo", "undo", "undo", "goal", "save", "restore", "reload"] as const),
  ),
  pick: fc.nat({ max: 1_000 }),
  value: fc.nat({ max: 2 }),
});

const textOf = (document: BuildDocument) => JSON.stringify([...document.entries()]);
const asStored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A draft whose operations are stored as text, as the object does, and sent to pages. */
class StoredDraft {
  draft = new Draft(
    START.map(([id, part]) => [id, part, null] as const),
    0,
    [],
  );
  readonly #ops = new Map<number, { steps: DraftStep[]; isReverted: boolean }[]>();
  readonly #counters = new Map<number, number>();
  readonly #saves: [PartId, Part][][] = [];
  /** Everything that was sent to pages, as text. */
  readonly sent: { s: number; edit: Edit }[] = [];

  take({ client, kind, pick, value }: Action): void {
    const ids = [...this.draft.document.entries()].map(([id]) => id);
    const id = ids[pick % ids.length] ?? SPAWN_ID;
    if (kind === "add") this.#edit(client, { add: [[this.#newId(client), block(pick)]] });
    else if (kind === "goal")
      this.#edit(client, { add: [[GOAL_ID, { kind: "goal", position: [pick, 0, 0] }]] });
    else if (kind === "set") this.#edit(client, { set: [[id, this.#fields(id, pick, value)]] });
    else if (kind === "del") this.#edit(client, { del: [id] });
    else if (kind === "undo") this.#undo(client, pick);
    else if (kind === "save") this.#saves.push(asStored([...this.draft.document.entries()]));
    else if (kind === "reload") this.reload();
    else {
      const save = this.#saves[pick % (this.#saves.length || 1)];
      if (save) this.#store(client, this.draft.replace(save));
    }
  }

  #newId(client: number): PartId {
    const counter = this.#counters.get(client) ?? 0;
    this.#counters.set(client, counter + 1);
    return partId(client, counter);
  }

  #fields(id: PartId, pick: number, value: number): Record<string, unknown> {
    const part = this.draft.document.get(id);
    if (part?.kind === "sky") return { ambience: value === 0 ? null : "night" };
    if (part?.kind !== "block" || pick % 2 === 0) return { position: [value, 0, 0] };
    return { color: COLORS[value], ...(pick % 3 === 0 && { locked: value === 0 ? null : true }) };
  }

  #edit(client: number, edit: Edit): void {
    const before = textOf(this.draft.document);
    try {
      this.#store(client, [this.draft.edit(asStored(edit), client)]);
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      expect(textOf(this.draft.document)).toBe(before);
    }
  }

  #undo(client: number, pick: number): void {
    const ops = this.#ops.get(client) ?? [];
    const op = ops[pick % (ops.length || 1)];
    if (!op || op.isReverted) return;
    const before = textOf(this.draft.document);
    try {
      this.#store(client, this.draft.undo(asStored(op.steps)).steps);
      op.isReverted = true;
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      expect(textOf(this.draft.document)).toBe(before);
    }
  }

  #store(client: number, steps: DraftStep[]): void {
    this.#ops.set(client, [...(this.#ops.get(client) ?? []), { steps: asStored(steps), isReverted: false }]);
    for (const { seq, edit } of steps) this.sent.push(asStored({ s: seq, edit }));
  }

  /** Reads the draft from storage, as after an eviction. */
  reload(): void {
    const { document, seq } = this.draft;
    const parts = [...document.entries()].map(
      ([id, part]): StoredPart => [id, part, this.draft.authorsOf(id)] as const,
    );
    const deletions = new Map(
      this.sent.flatMap(({ edit: { del = [] } }) => del).map((id) => [id, this.draft.deletionOf(id)]),
    );
    this.draft = new Draft(
      asStored(parts),
      seq,
      [...deletions].flatMap(([id, deletion]) => (deletion === null ? [] : [[id, deletion] as const])),
    );
  }

  /** Takes back all operations of a page, newest first. */
  undoAll(client: number): void {
    for (const op of [...(this.#ops.get(client) ?? [])].reverse())
      if (!op.isReverted) this.#store(client, this.draft.undo(asStored(op.steps)).steps);
  }
}

describe("a draft that several pages change", () => {
  test("equals the replay of everything that was sent, in any order of edits, undoing and restoring", () => {
    forAll(300, fc.array(action, { maxLength: 60 }), (actions) => {
      const stored = new StoredDraft();
      for (const one of actions) stored.take(one);
      const replayed = new BuildDocument(START);
      for (const { edit } of stored.sent) replayed.apply(edit);
      expect(textOf(replayed)).toBe(textOf(stored.draft.document));
      expect(stored.sent.map(({ s }) => s)).toEqual(stored.sent.map((_, i) => i + 1));
    });
  });

  test("is the same whether it stays in memory or read from storage after each step", () => {
    forAll(100, fc.array(action, { maxLength: 40 }), (actions) => {
      const [inMemory, reloaded] = [new StoredDraft(), new StoredDraft()];
      for (const one of actions) {
        if (one.kind === "reload") continue;
        inMemory.take(one);
        reloaded.take(one);
        reloaded.reload();
        expect(textOf(reloaded.draft.document)).toBe(textOf(inMemory.draft.document));
      }
      expect(reloaded.sent).toEqual(inMemory.sent);
    });
  });

  test("is as before once its only page has taken everything back", () => {
    const own = action
      .filter(({ kind }) => kind !== "undo" && kind !== "restore")
      .map((one) => ({ ...one, client: 1 }));
    forAll(200, fc.array(own, { maxLength: 40 }), (actions) => {
      const stored = new StoredDraft();
      for (const one of actions) stored.take(one);
      stored.undoAll(1);
      expect(textOf(stored.draft.document)).toBe(textOf(new BuildDocument(START)));
    });
  });
});

test("the edit between two documents turns one into the other", () => {
  forAll(100, fc.array(action, { maxLength: 30 }), fc.array(action, { maxLength: 30 }), (first, more) => {
    const stored = new StoredDraft();
    for (const one of first) stored.take(one);
    const from = new BuildDocument(asStored([...stored.draft.document.entries()]));
    for (const one of more) stored.take(one);
    from.apply(editBetween(from, stored.draft.document));
    expect(textOf(from)).toBe(textOf(stored.draft.document));
    expect(editBetween(from, stored.draft.document)).toEqual({});
  });
});

test("merged edits of different parts have the effect of all", () => {
  const edits: Edit[] = [
    { add: [["1.0", block(7)]] },
    { set: [["0.0", { color: "ffffff" }]], del: ["0.1"] },
    {},
  ];
  const [apart, together] = [new BuildDocument(START), new BuildDocument(START)];
  for (const edit of edits) apart.apply(edit);
  together.apply(mergeEdits(edits));
  expect(textOf(together)).toBe(textOf(apart));
});

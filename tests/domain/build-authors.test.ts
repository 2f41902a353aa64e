import fc from "fast-check";
import { Authors } from "#domain/build/authors.ts";
import type { Edit } from "#domain/build/edit.ts";
import { GOAL_ID, partId, SKY_ID, SPAWN_ID } from "#domain/build/ids.ts";
import { fieldOf, type Part } from "#domain/build/part.ts";
import { toWorld } from "#domain/build/world.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { type EditChoice, editChoice, editFrom } from "#tests/support/any-world.ts";
import { blockPart } from "#tests/support/block-part.ts";
import {
  BuildSimulation,
  entriesText,
  type SimulatedObject,
  type SimulatedPage,
  type StoredOp,
} from "#tests/support/build-simulation.ts";
import { forAll } from "#tests/support/for-all.ts";

const block = (x: number) => blockPart({ position: [x, 0, 0] });
const START: [string, Part][] = [
  [SPAWN_ID, { kind: "spawn", position: [0, 1, 0] }],
  [SKY_ID, { kind: "sky", ambience: "day" }],
  [partId(0, 0), block(0)],
  [partId(0, 1), block(8)],
  [partId(0, 2), { kind: "star", position: [8, 3, 0] }],
  [partId(0, 3), { kind: "group", name: "Start" }],
];

/** Makes an edit on what a page sees, mostly of parts that others know as well. */
function editOf(page: SimulatedPage, choice: EditChoice, site: BuildSimulation): Edit {
  const known = new Set([
    ...START.map(([id]) => id),
    ...[...site.object.document.entries()].map(([id]) => id),
  ]);
  return editFrom(choice, page.document, [...known], () => partId(page.client, page.n + 1));
}

interface Step {
  page: number;
  does: "edit" | "undo" | "redo" | "send" | "receive" | "reconnect" | "resync";
  choice: EditChoice;
}

const step: fc.Arbitrary<Step> = fc.record({
  page: fc.nat(3),
  does: fc.constantFrom(
    ...(["edit", "edit", "edit", "edit", "undo", "undo", "redo"] as const),
    ...(["send", "send", "send", "send", "receive", "receive", "receive", "reconnect", "resync"] as const),
  ),
  choice: editChoice,
});

/** Makes one step and returns the operation that the object stored in it. */
function take(site: BuildSimulation, { page: index, does, choice }: Step): StoredOp | null {
  const page = site.pages[index % site.pages.length] as SimulatedPage;
  if (does === "edit") page.edit(editOf(page, choice, site));
  else if (does === "undo") page.undo();
  else if (does === "redo") page.redo();
  else if (does === "receive") page.receive();
  else if (does === "send") return site.deliverUp(page);
  else site.reconnect(page, does === "resync");
  return null;
}

it("Pages that build together end with the document of the object", () => {
  const seen = { ops: 0, undone: 0, refused: 0, reconnected: 0 };
  forAll(
    400,
    fc.integer({ min: 2, max: 4 }),
    fc.array(step, { minLength: 30, maxLength: 120 }),
    (pages, steps) => {
      const site = new BuildSimulation(START, pages);
      for (const one of steps) {
        take(site, one);
        if (one.does === "reconnect" || one.does === "resync") seen.reconnected++;
      }
      site.settle();
      const text = serializeWorld(toWorld(site.object.document));
      for (const page of site.pages) {
        expect(page.pending).toEqual([]);
        expect(entriesText(page.document)).toBe(entriesText(site.object.document));
        expect(serializeWorld(toWorld(page.document))).toBe(text);
        expect(page.document.bytes).toBe(site.object.document.bytes);
        seen.refused += page.refused.length;
      }
      seen.ops += site.object.log.length;
      seen.undone += site.object.log.filter(({ undo, changes }) => undo && changes.length > 0).length;
    },
  );
  // Each of these has to happen, or the property would be empty.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});

/** The newest operation after `s` that changed a field of a part, or its existence. */
const lastToTouch = (log: readonly StoredOp[], s: number, id: string, field?: string) =>
  log.findLast(
    (op) =>
      op.s > s &&
      op.changes.some((change) => change.id === id && (!field || !change.field || change.field === field)),
  );

/** Asserts that taking back `undone` changed nothing that another page's edit has changed since. Returns how much there was. */
function expectOthersUnchanged(
  object: SimulatedObject,
  before: Map<string, Part>,
  undo: StoredOp,
  undone: StoredOp,
): number {
  const log = object.log.filter(({ s }) => s < undo.s);
  let unchanged = 0;
  for (const { id, field, before: old } of undone.changes) {
    const last = lastToTouch(log, undone.s, id, field ?? undefined);
    if (!last || last.client === undo.client || last.undo !== null) continue;
    unchanged++;
    const now = object.document.get(id);
    const deleted = last.changes.some((change) => change.id === id && change.field === null && !change.after);
    if (deleted) expect(now).toBeUndefined();
    else if (field !== null)
      expect(fieldOf(now as Part, field)).toEqual(fieldOf(before.get(id) as Part, field));
    else if (old === null) expect(now).toEqual(before.get(id));
  }
  return unchanged;
}

describe("Undoing", () => {
  it("keeps what another page has changed since, and changes nothing else than the operation did", () => {
    let unchanged = 0;
    forAll(400, fc.array(step, { minLength: 60, maxLength: 150 }), (steps) => {
      const site = new BuildSimulation(START, 3);
      for (const one of steps) {
        const before = new Map(site.object.document.entries());
        const stored = take(site, one);
        if (!stored?.undo) continue;
        const undone = site.object.log.find(({ client, n }) => client === stored.client && n === stored.undo);
        unchanged += expectOthersUnchanged(site.object, before, stored, undone as StoredOp);
        const keys = new Set(undone?.changes.map(({ id, field }) => `${id} ${field}`));
        for (const { id, field } of stored.changes) expect(keys).toContain(`${id} ${field}`);
      }
    });
    expect(unchanged).toBeGreaterThan(20);
  });

  it("doesn't bring back a goal that another page has replaced and deleted since, unless that page has taken it back", () => {
    const goal = (x: number): Part => ({ kind: "goal", position: [x, 0, 0] });
    for (const takesBack of [false, true]) {
      const site = new BuildSimulation([...START, [GOAL_ID, goal(0)]], 2);
      const [ann, ben] = site.pages as [SimulatedPage, SimulatedPage];
      const deleteGoal: Edit = { del: [GOAL_ID] };
      for (const step of [
        () => ann.edit(deleteGoal),
        () => ben.edit({ add: [[GOAL_ID, goal(8)]] }),
        () => ben.edit(deleteGoal),
        ...(takesBack ? [() => ben.undo(), () => ben.undo()] : []),
        () => ann.undo(),
      ]) {
        step();
        site.settle();
      }
      for (const { document } of [site.object, ...site.pages])
        expect(document.get(GOAL_ID)).toEqual(takesBack ? goal(0) : undefined);
    }
  });

  it("and redoing restore the document byte by byte at every step, when a page works alone", () => {
    const work = fc.array(editChoice, { minLength: 1, maxLength: 20 });
    forAll(300, work, fc.array(fc.boolean(), { maxLength: 30 }), (choices, moves) => {
      const site = new BuildSimulation(START, 1);
      const page = site.pages[0] as SimulatedPage;
      const texts = [entriesText(page.document)];
      for (const choice of choices) {
        page.edit(editOf(page, choice, site));
        site.settle();
        texts.push(entriesText(site.object.document));
      }
      const steps = page.undoable.length;
      const all = Array.from({ length: 2 * steps }, (_, i) => i < steps);
      for (const isUndo of [...all, ...moves]) {
        const before = page.undoable.length;
        if (isUndo) page.undo();
        else page.redo();
        site.settle();
        const count = Math.min(steps, Math.max(0, before + (isUndo ? -1 : 1)));
        expect(page.undoable).toHaveLength(count);
        expect(entriesText(site.object.document)).toBe(texts[count]);
      }
      expect(page.refused).toEqual([]);
    });
  });

  it("restores a part that was added, changed and deleted by one operation together with others", () => {
    const site = new BuildSimulation(START, 1);
    const page = site.pages[0] as SimulatedPage;
    const before = entriesText(page.document);
    page.edit({
      add: [[partId(1, 1), block(20)]],
      set: [
        [partId(1, 1), { color: "000000" }],
        [partId(0, 0), { color: "ffffff" }],
      ],
      del: [partId(0, 0)],
    });
    site.settle();
    const after = entriesText(site.object.document);
    page.undo();
    site.settle();
    expect(entriesText(site.object.document)).toBe(before);
    page.redo();
    site.settle();
    expect(entriesText(site.object.document)).toBe(after);
  });
});

it("The authors of values are the same after they were stored and loaded", () => {
  forAll(60, fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
    const site = new BuildSimulation(START, 2);
    for (const one of steps) take(site, one);
    const { document, authors } = site.object;
    for (const [id] of document.entries()) {
      const stored = authors.stored(id);
      const loaded = new Authors(stored ? [[id, JSON.parse(JSON.stringify(stored))]] : []);
      expect(loaded.stored(id)).toEqual(stored);
    }
  });
});

test("undoing a deletion leaves a part alone that exists again, and whose deletion is forgotten", () => {
  const authors = new Authors();
  const id = partId(0, 1);
  const change = { id, field: null, before: block(8), after: null };
  // An operation from before deletions had authors.
  expect(authors.isUnchanged({ change, before: 0, after: null }, () => false)).toBe(true);
  const [deletion] = authors.record([change], 5);
  if (!deletion) throw new Error("Nothing was recorded");
  expect(authors.isUnchanged(deletion, () => false)).toBe(true);
  expect(authors.isUnchanged(deletion, () => true)).toBe(false);
  authors.record([{ id, field: null, before: null, after: block(8) }], 6);
  expect(authors.storedDeletion(id)).toBeNull();
});

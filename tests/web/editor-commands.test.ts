import { changeParts } from "#domain/build/change-parts.ts";
import { GOAL_ID, type PartId, SKY_ID, SPAWN_ID } from "#domain/build/ids.ts";
import type { FieldChanges, Part } from "#domain/build/part.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { FakeStorage } from "#tests/support/fake-storage.ts";
import { editorLabels } from "#web/features/build/text/editor-labels.ts";
import { createEditorCommands } from "#web/game/edit/editor-commands.ts";
import { KeyboardCursor, screenAxes, stepsAlong } from "#web/game/edit/keyboard-cursor.ts";
import { partsUnder, recordTrail, Trail, testWorld } from "#web/game/edit/trail.ts";
import type { LevelScene } from "#web/game/world/level-scene.ts";
import { blockPart } from "../support/block-part.ts";
import { makeEditor } from "./make-editor.ts";

const PARTS: [PartId, Part][] = [
  [SPAWN_ID, { kind: "spawn", position: [0, 0, 12] }],
  ["1.0", blockPart({ position: [0, -1, 0], size: [40, 2, 40] })],
  ["1.1", blockPart({ position: [-8, 1, 0], size: [4, 2, 4] })],
  ["1.2", { kind: "star", position: [8, 3, 0] }],
  [GOAL_ID, { kind: "goal", position: [0, 0, -12] }],
];

function makeCommands(selected: PartId[] = [], parts = PARTS) {
  const editor = makeEditor(parts);
  editor.core.select(selected);
  return {
    ...editor,
    commands: createEditorCommands(editor.core),
    cursor: new KeyboardCursor(editor.core),
  };
}
beforeEach(() => {
  vi.stubGlobal("sessionStorage", new FakeStorage());
  return () => vi.unstubAllGlobals();
});

describe("commands for a selection", () => {
  test("ask for one if nothing is selected", () => {
    const { commands, messages, edits } = makeCommands();
    commands.move([1, 0, 0]);
    commands.turn("y", 1);
    commands.delete();
    commands.duplicate();
    commands.group("Nothing");
    expect(edits).toEqual([]);
    expect(new Set(messages)).toEqual(new Set(["Select something first."]));
  });

  test("turn by the angle of the grid, and explain what can't be turned", () => {
    const { core, commands, edits, messages } = makeCommands(["1.1"]);
    commands.turn("x", -2);
    expect(edits).toEqual([{ set: [["1.1", { rotation: [-30, 0, 0] }]] }]);
    core.select(["1.2"]);
    commands.turn("y", 1);
    expect(edits).toHaveLength(1);
    expect(messages).toEqual(["Only blocks, checkpoints and the spawn can be turned."]);
  });

  test("resize by grid steps and stop at the thinnest", () => {
    const { core, commands, edits, messages } = makeCommands(["1.1"]);
    commands.resize("x", 1);
    expect(edits.at(-1)).toEqual({ set: [["1.1", { position: [-7.5, 1, 0], size: [5, 2, 4] }]] });
    commands.resize("y", -1);
    commands.resize("y", -1);
    expect(edits.at(-1)).toEqual({ set: [["1.1", { position: [-7.5, 0.5, 0], size: [5, 1, 4] }]] });
    expect(edits).toHaveLength(2);
    commands.resizeEvenly(1);
    expect(edits.at(-1)).toEqual({ set: [["1.1", { size: [6, 1.2, 4.8] }]] });
    core.select(["1.2"]);
    commands.resize("x", 1);
    expect(messages).toEqual(["Only blocks and hazards have a size."]);
  });

  test("stay within the limits of a level, and change nothing twice", () => {
    const { core, edits, messages } = makeCommands(["1.1", SPAWN_ID]);
    const change = (fields: FieldChanges) =>
      core.changeParts(changeParts(core.selectedParts(), () => fields));
    change({ position: [1, 2, 99_999] });
    const position = [1, 2, WORLD_LIMITS.coordinate];
    expect(edits).toEqual([
      {
        set: [
          ["1.1", { position }],
          [SPAWN_ID, { position }],
        ],
      },
    ]);
    expect(messages).toEqual(["That's as far as a level goes."]);
    change({ position });
    expect(edits).toHaveLength(1);
  });

  test("paint blocks only", () => {
    const { core, commands, edits, messages } = makeCommands();
    core.patch({ brush: { color: "00ff00", material: "ice" } });
    core.select(["1.1", "1.2"]);
    commands.paint();
    expect(edits).toEqual([{ set: [["1.1", { color: "00ff00", material: "ice" }]] }]);
    core.select(["1.2"]);
    commands.paint();
    expect(messages).toEqual(["1 block painted", "Only blocks can be painted."]);
  });

  test("set the sky without a selection", () => {
    const { commands, document } = makeCommands();
    commands.setAmbience("night");
    expect(document.get(SKY_ID)).toEqual({ kind: "sky", ambience: "night" });
  });
});

describe("deleting and copying", () => {
  test("leave the spawn and say why", () => {
    const { core, commands, document, messages } = makeCommands([SPAWN_ID]);
    commands.delete();
    core.select([SPAWN_ID, GOAL_ID, "1.1"]);
    commands.delete();
    expect(document.get(SPAWN_ID)).toBeDefined();
    expect(document.hasGoal).toBe(false);
    expect(core.selection).toEqual([SPAWN_ID]);
    expect(messages).toEqual([
      "The spawn can't be deleted. You can move it.",
      "1 block and the goal deleted",
    ]);
  });

  test("paste at a point, by whole steps of the grid, also in another editor of the tab", () => {
    const { commands } = makeCommands(["1.1", "1.2"]);
    expect(commands.copy()).toBe(true);
    const other = makeCommands([], []);
    expect(other.core.state.get().hasClipboard).toBe(true);
    other.commands.paste([100, 7, 50]);
    const [block = "", star = ""] = other.core.selection;
    expect(other.document.get(block)).toMatchObject({ position: [92, 8, 50] });
    expect(other.document.get(star)).toMatchObject({ position: [108, 10, 50] });
    expect(other.messages).toEqual(["1 block and 1 star pasted"]);
  });

  test("can't paste what was never copied", () => {
    const { core, commands, messages } = makeCommands();
    expect(core.state.get().hasClipboard).toBe(false);
    commands.paste([0, 0, 0]);
    expect(messages).toEqual(["Copy something first."]);
  });

  test("cut only what can be pasted again", () => {
    const { commands, document } = makeCommands(["1.1", GOAL_ID]);
    commands.cut();
    expect(document.get("1.1")).toBeUndefined();
    expect(document.hasGoal).toBe(true);
  });

  test("can't copy the goal", () => {
    const { commands, edits, messages } = makeCommands([GOAL_ID]);
    commands.copy();
    commands.duplicate();
    commands.repeat(2, [1, 0, 0]);
    expect(edits).toEqual([]);
    expect(new Set(messages)).toEqual(
      new Set(["There's only one spawn and one goal. They can't be copied."]),
    );
  });

  test("repeat in one edit and select everything", () => {
    const { core, commands, edits } = makeCommands(["1.1"]);
    commands.repeat(3, [0, 2, 0]);
    expect(edits).toHaveLength(1);
    expect(core.selection).toHaveLength(4);
  });

  test("go on when the browser blocks its storage", () => {
    vi.stubGlobal("sessionStorage", Object.assign(new FakeStorage(), { isBlocked: true }));
    const { commands, edits } = makeCommands(["1.1"]);
    commands.copy();
    commands.paste([0, 0, 0]);
    expect(edits).toHaveLength(1);
  });
});

describe("groups, locks and hiding", () => {
  test("group parts, and take them apart", () => {
    const { core, commands, messages } = makeCommands(["1.1", "1.2"]);
    commands.group("Pair");
    core.select(["1.2"]);
    expect(core.selection).toEqual(["1.1", "1.2"]);
    core.select(["7.0"]);
    expect(core.selection).toEqual(["1.1", "1.2"]);
    commands.ungroup();
    core.select(["1.2"]);
    expect(core.selection).toEqual(["1.2"]);
    commands.ungroup();
    expect(messages).toEqual([
      "Grouped as “Pair”",
      "Group dissolved",
      "Only parts of a group can be ungrouped.",
    ]);
  });

  test("hide parts on this page until all are shown", () => {
    const { core, commands, edits, shown, messages } = makeCommands(["1.1"]);
    commands.hide();
    expect(core.selection).toEqual([]);
    expect(shown.hidden).toEqual(new Set(["1.1"]));
    core.select(["1.1"]);
    expect(core.selection).toEqual([]);
    commands.showAll();
    commands.showAll();
    expect(shown.hidden).toEqual(new Set());
    expect(edits).toEqual([]);
    expect(messages).toEqual(["1 block hidden on this page", "1 block shown again", "Nothing is hidden."]);
  });

  test("hide and show parts that aren't selected, and deselect only hidden ones", () => {
    const { core, commands, shown } = makeCommands(["1.1"]);
    commands.setHidden(true, ["1.2"]);
    expect([shown.hidden, core.selection]).toEqual([new Set(["1.2"]), ["1.1"]]);
    commands.setHidden(true, ["1.1"]);
    expect([shown.hidden, core.selection]).toEqual([new Set(["1.1", "1.2"]), []]);
    commands.setHidden(false, ["1.2"]);
    expect(shown.hidden).toEqual(new Set(["1.1"]));
  });

  test("lock parts, which only exact selections find then", () => {
    const { core, commands, document } = makeCommands(["1.1"]);
    commands.setLocked(true);
    expect(document.get("1.1")).toMatchObject({ locked: true });
    core.select(["1.1"]);
    expect(core.selection).toEqual([]);
    core.select(["1.1"], "replace", true);
    expect(core.selection).toEqual(["1.1"]);
    commands.setLocked(false, ["1.1"]);
    expect(document.get("1.1")).not.toHaveProperty("locked");
  });
});

describe("the keyboard's cursor", () => {
  test("moves along the axes that are nearest to the camera's", () => {
    expect(screenAxes(0)).toEqual({ right: [1, 0, -0], away: [-0, 0, -1] });
    expect(stepsAlong(0.2, [1, 0, 2], 2)).toEqual([2, 0, -4]);
    expect(stepsAlong(Math.PI / 2, [1, 0, 2], 1)).toEqual([-2, 0, -1]);
    expect(stepsAlong(-Math.PI, [1, 3, 0], 0.5)).toEqual([-0.5, 1.5, 0]);
  });

  test("begins in the middle of the view, and moves on the grid from there", () => {
    const { core, cursor, shown, presences } = makeCommands();
    cursor.move([1, 0, 0]);
    expect(core.state.get()).toMatchObject({ cursor: [0, 0, 0], device: "keys" });
    cursor.move([1, 0, 0]);
    expect(shown.cursor).toEqual([1, 0, 0]);
    expect(presences.at(-1)).toEqual({ at: [1, 0, 0] });
  });

  test("takes the camera along when it leaves the view", () => {
    const { core, cursor } = makeCommands();
    cursor.move([0, 0, 0]);
    cursor.move([200, 0, 0]);
    expect(core.camera.target).toEqual([200, 0, 0]);
  });

  test("selects what stands on the floor at its place before the floor", () => {
    const { core, cursor } = makeCommands();
    core.setCursor([0, 0, -12]);
    cursor.select();
    expect(core.selection).toEqual([GOAL_ID]);
    core.setCursor([3, 0, -12]);
    cursor.select();
    expect(core.selection).toEqual(["1.0"]);
  });

  test("selects the part below or around it", () => {
    const { core, cursor, messages } = makeCommands();
    core.setCursor([-8, 2, 0]);
    cursor.select();
    expect(core.selection).toEqual(["1.1"]);
    core.setCursor([8, 3, 0]);
    cursor.select();
    expect(core.selection).toEqual(["1.2"]);
    core.setCursor([0, 30, 0]);
    cursor.select();
    expect(messages).toEqual(["There's nothing at the cursor."]);
  });

  test("goes through the parts in order, and around", () => {
    const { core, cursor } = makeCommands();
    const seen: (string | undefined)[] = [];
    for (let i = 0; i < 6; i++) {
      cursor.selectNext(1);
      seen.push(core.selection[0]);
    }
    expect(seen).toEqual([SPAWN_ID, GOAL_ID, "1.0", "1.1", "1.2", SPAWN_ID]);
    cursor.selectNext(-1);
    expect(core.selection).toEqual(["1.2"]);
  });
});

describe("others who build", () => {
  const mia = { client: 3, color: 1, user: { id: 3, username: "Mia" } } as const;

  test("show what they have selected and drag, and this page's own drag wins", () => {
    const { core, others, shown } = makeCommands();
    const presence = { sel: ["1.2"], drag: [["1.2", { position: [9, 9, 9] }]] as [PartId, object][] };
    others.set([{ ...mia, presence } as never]);
    core.display.showOthers();
    expect(shown.others).toEqual(new Map([["1.2", 1]]));
    expect(shown.drag).toEqual(new Map([["1.2", { position: [9, 9, 9] }]]));
    core.showDrag({ changes: new Map([["1.2", { position: [1, 1, 1] }]]), isLimited: false }, "1");
    expect(shown.drag?.get("1.2")).toEqual({ position: [1, 1, 1] });
    core.showDrag(null, null);
    expect(shown.drag?.get("1.2")).toEqual({ position: [9, 9, 9] });
    others.set([]);
    core.display.showOthers();
    expect(shown.drag).toBe(null);
  });

  test("only hear of the first 200 selected parts and 50 dragged ones", () => {
    const many = Array.from({ length: 300 }, (_, i): [PartId, Part] => [
      `2.${(i + 36).toString(36)}`,
      blockPart({ position: [i * 5, 0, 0] }),
    ]);
    const { core, presences, commands } = makeCommands([], many);
    core.setSelection(many.map(([id]) => id));
    expect(presences.at(-1)?.sel).toHaveLength(200);
    core.showDrag(
      { changes: new Map(many.map(([id]) => [id, { position: [0, 0, 0] }])), isLimited: false },
      "",
    );
    expect(presences.at(-1)?.drag).toHaveLength(50);
    commands.move([1, 0, 0]);
    expect(core.selection).toHaveLength(300);
  });
});

describe("a test", () => {
  test("starts at the spawn, or on the surface under the cursor", () => {
    const { core } = makeCommands();
    expect(testWorld(core, "spawn").spawn).toEqual({ position: [0, 0, 12] });
    core.setCursor([-8, 5, 0]);
    const { spawn } = testWorld(core, "cursor");
    expect(spawn.position[1]).toBeCloseTo(2);
    // Away from the camera: it looks from yaw 0.7 in radians.
    expect(spawn.yaw).toBe(220);
    core.setCursor([500, 30, 0]);
    expect(testWorld(core, "cursor").spawn.position).toEqual([500, 30, 0]);
    core.setCursor([500, -30, 0]);
    expect(testWorld(core, "cursor").spawn.position).toEqual([500, 0, 0]);
  });

  test("leaves a trail of its last 10 seconds, under which blocks are found", () => {
    const { core } = makeCommands();
    const trail = new Trail();
    const updates: number[] = [];
    const level = { update: ({ tick }: { tick: number }) => updates.push(tick) } as unknown as LevelScene;
    const recorded = recordTrail(level, trail);
    for (let tick = 0; tick < 900; tick++)
      recorded.update({ tick, focus: { x: tick / 100 - 8, y: 2, z: 0 }, stars: new Uint8Array() } as never);
    recorded.update({ tick: 900, focus: { x: 0, y: 0, z: 0 }, stars: null } as never);
    expect(updates).toHaveLength(901);
    expect(trail.points).toHaveLength(100);
    expect(trail.points[0]?.[0]).toBeCloseTo(3 - 8);
    expect(trail.line()).toHaveLength(300);
    expect(partsUnder(core, trail)).toEqual([]);
    const short = new Trail();
    for (let i = 0; i < 20; i++) short.add(i * 6, [-8 + i / 4, i < 8 ? 2 : 0, 0]);
    expect(partsUnder(core, short)).toEqual(["1.1", "1.0"]);
  });

  test("leaves no trail if the runner never moved", () => {
    const trail = new Trail();
    for (let tick = 0; tick < 100; tick++) trail.add(tick, [0, 0, 0]);
    expect(trail.line()).toBe(null);
  });
});

describe("labels of the editor", () => {
  test("name parts by kind and every handle differently", () => {
    const { parts } = editorLabels.messages;
    expect(parts({ block: 3 })).toBe("3 blocks");
    expect(parts({ block: 1, star: 2, goal: 1 })).toBe("1 block, 2 stars and the goal");
    expect(parts({})).toBe("nothing");
    expect(editorLabels.messages.copied(parts({ spawn: 1 }))).toBe("The spawn copied");
    const names = (["x", "y", "z"] as const).flatMap((axis) => [
      editorLabels.handle("move", axis),
      editorLabels.handle("plane", axis),
      editorLabels.handle("rotate", axis),
      editorLabels.handle("scale", axis, 1),
      editorLabels.handle("scale", axis, -1),
    ]);
    expect(
      new Set([...names, editorLabels.handle("size", "y"), editorLabels.handle("motion", "y")]).size,
    ).toBe(17);
  });
});

import { GOAL_ID, type PartId, SPAWN_ID } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { BoxDrag } from "#web/game/edit/box-drag.ts";
import { dragHandle } from "#web/game/edit/drag-handle.ts";
import type { EditorCore } from "#web/game/edit/editor-core.ts";
import { ARROW_PIXELS, type Handle, layoutHandles, shownPivot } from "#web/game/edit/handle-layout.ts";
import { PaintTool, PickTool, SelectTool } from "#web/game/edit/paint-tools.ts";
import { PlaceTool } from "#web/game/edit/place-tool.ts";
import type { Drag, PointerTool, ToolPointer } from "#web/game/edit/pointer-tool.ts";
import { blockPart } from "../support/block-part.ts";
import { HEIGHT, makeEditor, pointerAt, WIDTH } from "./make-editor.ts";

/** A locked floor, a red block on it at the left and a blue one at the right. */
const FLOOR: [PartId, Part][] = [
  [SPAWN_ID, { kind: "spawn", position: [0, 0, 12] }],
  ["1.0", blockPart({ position: [0, -1, 0], size: [40, 2, 40], locked: true })],
  ["1.1", blockPart({ position: [-8, 1, 0], size: [4, 2, 4], color: "ff0000", material: "brick" })],
  ["1.2", blockPart({ position: [8, 1, 0], size: [4, 2, 4], color: "0000ff" })],
];
const size = () => ({ width: WIDTH, height: HEIGHT });

/** An editor of these parts with some of them selected. */
function select(...ids: PartId[]) {
  const editor = makeEditor(FLOOR);
  editor.core.select(ids);
  return editor;
}

/** The Select tool of such an editor. */
function makeSelect(...ids: PartId[]) {
  const editor = select(...ids);
  const rectangles: unknown[] = [];
  const show = (corners: unknown) => void rectangles.push(corners);
  const tool = new SelectTool(editor.core, (pointer) => new BoxDrag(editor.core, pointer, { show, size }));
  return { ...editor, tool, rectangles };
}

/** The Place tool of an editor. */
function makePlace() {
  const editor = makeEditor(FLOOR);
  return { ...editor, tool: new PlaceTool(editor.core) };
}

/** Drags with a tool from one point of the level to another. */
function dragWith(
  core: EditorCore,
  tool: PointerTool,
  from: Vec3,
  to: Vec3,
  keys: Partial<ToolPointer> = {},
) {
  const drag = tool.drag(pointerAt(core, from, keys), false);
  drag?.move(pointerAt(core, to, keys));
  return drag;
}

function handlesOf(core: EditorCore, tool: "move" | "rotate" | "scale" | "select"): Handle[] {
  const selection = core.shownSelection();
  return layoutHandles(tool, selection, core.camera.unitsPerPixel(shownPivot(selection)) * ARROW_PIXELS);
}

function handleOf(core: EditorCore, tool: "move" | "rotate" | "scale" | "select", key: string): Handle {
  const handle = handlesOf(core, tool).find((one) => one.key === key);
  if (!handle) throw new Error(`There is no handle ${key}.`);
  return handle;
}

/** Drags a handle from its grip by a vector. */
function pull(core: EditorCore, handle: Handle, by: Vec3, keys: Partial<ToolPointer> = {}): Drag {
  const drag = dragHandle(core, handle, pointerAt(core, handle.grip, keys));
  const end = handle.grip.map((value, i) => value + by[i as 0]) as Vec3;
  drag.move(pointerAt(core, end, keys));
  return drag;
}

describe("the Select tool", () => {
  test("selects a part, and nothing beside it", () => {
    const { core, presences, tool } = makeSelect();
    tool.tap(pointerAt(core, [-8, 2, 0]), false);
    expect(core.selection).toEqual(["1.1"]);
    expect(presences).toContainEqual({ sel: ["1.1"] });
    tool.tap(pointerAt(core, [0, 0, 8]), false);
    expect(core.selection).toEqual([]);
  });

  test("adds and removes parts with Shift", () => {
    const { core, tool } = makeSelect();
    tool.tap(pointerAt(core, [-8, 2, 0]), false);
    tool.tap(pointerAt(core, [8, 2, 0], { shift: true }), false);
    expect(core.selection).toEqual(["1.1", "1.2"]);
    tool.tap(pointerAt(core, [-8, 2, 0], { shift: true }), false);
    expect(core.selection).toEqual(["1.2"]);
  });

  test("selects groups as a whole, and one part of them with a double tap or Alt", () => {
    const { core, model, tool } = makeSelect();
    model.change({ add: [["2.0", { kind: "group", name: "Two" }]] });
    model.change({
      set: [
        ["1.1", { group: "2.0" }],
        ["1.2", { group: "2.0" }],
      ],
    });
    tool.tap(pointerAt(core, [-8, 2, 0]), false);
    expect(core.selection).toEqual(["1.1", "1.2"]);
    tool.tap(pointerAt(core, [-8, 2, 0]), true);
    expect(core.selection).toEqual(["1.1"]);
    tool.tap(pointerAt(core, [8, 2, 0], { alt: true }), false);
    expect(core.selection).toEqual(["1.2"]);
  });

  test("leaves out what is locked or hidden", () => {
    const { core, tool } = makeSelect();
    tool.tap(pointerAt(core, [0, 0, 8]), false);
    expect(core.selection).toEqual([]);
    core.setHidden(["1.1"]);
    tool.tap(pointerAt(core, [-8, 2, 0]), false);
    expect(core.selection).toEqual([]);
  });

  test("draws a box that selects what is in it", () => {
    const { core, tool, rectangles } = makeSelect();
    const middle = pointerAt(core, [-8, 1, 0]);
    const drag = tool.drag({ ...middle, x: middle.x + 50, y: middle.y - 50 }, false);
    drag?.move({ ...middle, x: middle.x - 50, y: middle.y + 50 });
    expect(core.state.get().isDragging).toBe(true);
    expect(rectangles.at(-1)).toHaveLength(2);
    drag?.finish();
    expect(rectangles.at(-1)).toBe(null);
    expect(core.selection).toEqual(["1.1"]);
    expect(core.state.get().isDragging).toBe(false);
  });

  test("leaves a finger's drag to the camera, unless it was a long press", () => {
    const { core, tool } = makeSelect();
    const finger = pointerAt(core, [0, 0, 8], { isTouch: true });
    expect(tool.drag(finger, false)).toBe(null);
    expect(tool.drag(finger, true)).toBeInstanceOf(BoxDrag);
  });

  test("moves what is selected on its level, by grid steps and in one edit", () => {
    const { core, edits, presences, shown, tool } = makeSelect("1.1");
    core.patch({ snap: { ...core.state.get().snap, toFaces: false } });
    const drag = dragWith(core, tool, [-8, 2, 0], [-4.7, 2, 2.2]);
    expect(shown.drag?.get("1.1")).toEqual({ position: [-5, 1, 2] });
    expect(presences.at(-1)).toEqual({ drag: [["1.1", { position: [-5, 1, 2] }]] });
    expect(core.state.get()).toMatchObject({ measure: "X +3 Z +2", isDragging: true });
    expect(edits).toEqual([]);
    drag?.finish();
    expect(edits).toEqual([{ set: [["1.1", { position: [-5, 1, 2] }]] }]);
    expect(shown.drag).toBe(null);
    expect(presences.at(-1)).toEqual({ drag: null });
    expect(core.state.get()).toMatchObject({ measure: null, isDragging: false });
  });

  test("moves up and down with Shift, also in the middle of a drag", () => {
    const { core, edits, tool } = makeSelect("1.1");
    const drag = dragWith(core, tool, [-8, 2, 0], [-5, 2, 0]);
    drag?.move(pointerAt(core, [-5, 2, 0], { shift: true }));
    drag?.move(pointerAt(core, [-5, 6, 0], { shift: true }));
    drag?.finish();
    expect(edits).toEqual([{ set: [["1.1", { position: [-5, 5, 0] }]] }]);
  });

  test("changes nothing once a drag is canceled", () => {
    const { core, edits, shown, tool } = makeSelect("1.1");
    dragWith(core, tool, [-8, 2, 0], [-5, 2, 0])?.cancel();
    expect(edits).toEqual([]);
    expect(shown.drag).toBe(null);
  });

  test("makes no edit for a part that someone else deletes meanwhile", () => {
    const { core, edits, model, tool } = makeSelect("1.1");
    const drag = dragWith(core, tool, [-8, 2, 0], [-5, 2, 0]);
    model.change({ del: ["1.1"] });
    expect(core.selection).toEqual([]);
    drag?.finish();
    expect(edits).toEqual([{ del: ["1.1"] }]);
  });
});

describe("handles", () => {
  test("are three arrows and three planes to move", () => {
    const { core } = select("1.1");
    expect(handlesOf(core, "move").map(({ key }) => key)).toEqual([
      "move-x",
      "plane-x",
      "move-y",
      "plane-y",
      "move-z",
      "plane-z",
    ]);
    expect(handlesOf(core, "select")).toEqual([]);
  });

  test("move along their axis only", () => {
    const { core, edits } = select("1.1");
    pull(core, handleOf(core, "move", "move-y"), [0, 3.2, 0]).finish();
    pull(core, handleOf(core, "move", "move-z"), [0, 0, -2.9]).finish();
    expect(edits).toEqual([
      { set: [["1.1", { position: [-8, 4, 0] }]] },
      { set: [["1.1", { position: [-8, 4, -3] }]] },
    ]);
  });

  test("move in the plane across their axis", () => {
    const { core, edits } = select("1.1");
    core.patch({ snap: { ...core.state.get().snap, toFaces: false } });
    pull(core, handleOf(core, "move", "plane-z"), [2.1, 3.9, 0]).finish();
    expect(edits).toEqual([{ set: [["1.1", { position: [-6, 5, 0] }]] }]);
  });

  test("snap to the sides of other blocks before the grid, and to nothing with Alt", () => {
    const parts: [PartId, Part][] = [
      ...FLOOR,
      ["1.3", blockPart({ position: [1.7, 1, 0], size: [3, 2, 4] })],
    ];
    const { core, edits } = makeEditor(parts);
    core.select(["1.1"]);
    // Its right side at −6 comes close to the other's left side at 0.2.
    pull(core, handleOf(core, "move", "move-x"), [6.1, 0, 0]).finish();
    expect(edits).toEqual([{ set: [["1.1", { position: [-1.8, 1, 0] }]] }]);
    pull(core, handleOf(core, "move", "move-y"), [0, 1.234, 0], { alt: true }).finish();
    expect(edits.at(-1)).toEqual({ set: [["1.1", { position: [-1.8, 2.234, 0] }]] });
  });

  test("turn by steps of the angle around the part's own place, also further than once around", () => {
    const { core, edits } = select("1.1");
    const ring = handleOf(core, "rotate", "rotate-y");
    const drag = dragHandle(core, ring, pointerAt(core, ring.points[0] ?? ring.grip));
    // A quarter of the ring, in the steps of a pointer.
    for (let i = 1; i <= 12; i++) drag.move(pointerAt(core, ring.points[i] ?? ring.grip));
    expect(core.state.get().measure).toBe("90°");
    for (let i = 13; i <= 60; i++) drag.move(pointerAt(core, ring.points[i % 48] ?? ring.grip));
    expect(core.state.get().measure).toBe("450°");
    drag.finish();
    expect(edits).toEqual([{ set: [["1.1", { rotation: [0, 90, 0] }]] }]);
  });

  test("turn several parts around their common center", () => {
    const { core, edits } = select("1.1", "1.2");
    const ring = handleOf(core, "rotate", "rotate-y");
    const drag = dragHandle(core, ring, pointerAt(core, ring.points[0] ?? ring.grip));
    for (let i = 1; i <= 12; i++) drag.move(pointerAt(core, ring.points[i] ?? ring.grip));
    drag.finish();
    expect(edits).toEqual([
      {
        set: [
          ["1.1", { position: [0, 1, 8], rotation: [0, 90, 0] }],
          ["1.2", { position: [0, 1, -8], rotation: [0, 90, 0] }],
        ],
      },
    ]);
  });

  test("resize a side and keep the opposite one", () => {
    const { core, edits } = select("1.1");
    pull(core, handleOf(core, "scale", "scale-y+"), [0, 3, 0]).finish();
    pull(core, handleOf(core, "scale", "scale-x-"), [-2, 0, 0]).finish();
    expect(edits).toEqual([
      { set: [["1.1", { position: [-8, 2.5, 0], size: [4, 5, 4] }]] },
      { set: [["1.1", { position: [-9, 2.5, 0], size: [6, 5, 4] }]] },
    ]);
  });

  test("keep the proportions with Shift, and never turn a part inside out", () => {
    const { core, edits } = select("1.1");
    const drag = pull(core, handleOf(core, "scale", "scale-y+"), [0, 2, 0], { shift: true });
    expect(core.state.get().measure).toBe("8 × 4 × 8");
    drag.cancel();
    pull(core, handleOf(core, "scale", "scale-y+"), [0, -9, 0]).finish();
    expect(edits).toEqual([{ set: [["1.1", { position: [-8, 0.5, 0], size: [4, 1, 4] }]] }]);
  });

  test("resize a rotated block along its own axes", () => {
    const { core, edits } = makeEditor([["1.1", blockPart({ rotation: [0, 90, 0], size: [4, 4, 8] })]]);
    core.select(["1.1"]);
    const handle = handleOf(core, "scale", "scale-z+");
    expect(handle.direction[0]).toBeCloseTo(1);
    pull(core, handle, [2, 0, 0]).finish();
    expect(edits).toEqual([{ set: [["1.1", { position: [1, 0, 0], size: [4, 4, 10] }]] }]);
  });

  test("resize several parts from the opposite side of their box", () => {
    const { core, edits } = select("1.1", "1.2");
    pull(core, handleOf(core, "scale", "scale-x+"), [20, 0, 0]).finish();
    expect(edits).toEqual([
      {
        set: [
          ["1.1", { position: [-6, 1, 0], size: [8, 2, 4] }],
          ["1.2", { position: [26, 1, 0], size: [8, 2, 4] }],
        ],
      },
    ]);
  });

  test("drag the end of a motion, which has a ghost", () => {
    const motion = { by: [0, 6, 0] as Vec3, seconds: 3 };
    const { core, edits, shown } = makeEditor([["1.1", blockPart({ motion })]]);
    core.select(["1.1"]);
    expect(shown.ghosts).toMatchObject([{ position: [0, 6, 0] }]);
    const drag = pull(core, handleOf(core, "select", "motion"), [3.1, 0, -2]);
    expect(shown.ghosts).toMatchObject([{ position: [3, 6, -2] }]);
    drag.finish();
    expect(edits).toEqual([{ set: [["1.1", { motion: { by: [3, 6, -2], seconds: 3 } }]] }]);
    pull(core, handleOf(core, "select", "motion"), [0, -2, 0], { shift: true }).finish();
    expect(edits.at(-1)).toEqual({ set: [["1.1", { motion: { by: [3, 4, -2], seconds: 3 } }]] });
  });

  test("keep parts within the limits of a level and say so", () => {
    const { core, edits, messages } = makeEditor([["1.1", blockPart({ position: [4_090, 0, 0] })]]);
    core.select(["1.1"]);
    core.camera.glideTo([4_090, 0, 0]);
    core.camera.apply();
    pull(core, handleOf(core, "move", "move-x"), [30, 0, 0]).finish();
    expect(edits).toEqual([{ set: [["1.1", { position: [4_096, 0, 0] }]] }]);
    expect(messages).toEqual(["That's as far as a level goes."]);
  });
});

describe("the Place tool", () => {
  test("shows a ghost and places a block upright on what it is over", () => {
    const { core, edits, shown, tool } = makePlace();
    core.patch({ placing: { kind: "block", shape: "box" } });
    tool.hover(pointerAt(core, [0.2, 0, 6.1]));
    expect(shown.ghosts).toMatchObject([{ position: [0, 0.5, 6] }]);
    tool.tap(pointerAt(core, [0.2, 0, 6.1]));
    expect(shown.ghosts).toEqual([]);
    expect(edits).toEqual([
      {
        add: [
          ["7.0", { kind: "block", shape: "box", position: [0, 0.5, 6], size: [4, 1, 4], color: "f99205" }],
        ],
      },
    ]);
    expect(core.selection).toEqual(["7.0"]);
    expect(core.state.get().cursor?.[1]).toBeCloseTo(0);
  });

  test("places on the side of a block", () => {
    const { core, edits, tool } = makePlace();
    // The right side of the left block is at −6.
    tool.tap(pointerAt(core, [-6, 0.9, 0.5]));
    const [, part] = edits[0]?.add?.[0] ?? [];
    expect(part).toMatchObject({ position: [-4, 0.5, 0], size: [4, 1, 4] });
  });

  test("draws a block out to the cells under both ends", () => {
    const { core, edits, tool } = makePlace();
    core.patch({ snap: { ...core.state.get().snap, grid: 2 } });
    const drag = dragWith(core, tool, [3.5, 0, 5.1], [-1.5, 0, 8.9]);
    expect(core.state.get().measure).toBe("6 × 2 × 6");
    drag?.finish();
    expect(edits[0]?.add?.[0]?.[1]).toMatchObject({ position: [1, 1, 7], size: [6, 2, 6] });
  });

  test("places nothing for a drag that is canceled", () => {
    const { core, edits, shown } = makeEditor(FLOOR);
    dragWith(core, new PlaceTool(core), [3, 0, 5], [-1, 0, 8])?.cancel();
    expect(edits).toEqual([]);
    expect(shown.ghosts).toEqual([]);
  });

  test("lets stars float, and hazards and checkpoints rest", () => {
    const { core, edits, tool } = makePlace();
    let x = 6;
    for (const placing of [
      { kind: "star" },
      { kind: "checkpoint" },
      { kind: "hazard", hazard: "spikes" },
    ] as const) {
      core.patch({ placing });
      tool.tap(pointerAt(core, [x, 0, 6]));
      x -= 6;
    }
    expect(edits.map(({ add }) => add?.[0]?.[1])).toEqual([
      { kind: "star", position: [6, 3, 6] },
      { kind: "checkpoint", position: [0, 0, 6] },
      { kind: "hazard", hazard: "spikes", position: [-6, 0.5, 6], size: [4, 1, 4] },
    ]);
  });

  test("moves the spawn, and the goal once the level has one", () => {
    const { core, edits, tool } = makePlace();
    core.patch({ placing: { kind: "spawn" } });
    tool.tap(pointerAt(core, [0, 0, 6]));
    core.patch({ placing: { kind: "goal" } });
    tool.tap(pointerAt(core, [4, 0, 6]));
    tool.tap(pointerAt(core, [4, 0, -6], {}));
    expect(edits).toEqual([
      { set: [[SPAWN_ID, { position: [0, 0, 6] }]] },
      { add: [[GOAL_ID, { kind: "goal", position: [4, 0, 6] }]] },
      { set: [[GOAL_ID, { position: [4, 0, -6] }]] },
    ]);
  });

  test("places a prefab as a group of its name", () => {
    const { core, document, shown, tool } = makePlace();
    const parts = [blockPart({ position: [0, 2, 0] }), blockPart({ position: [0, 6, 0] })];
    core.patch({ placing: { kind: "parts", parts, name: "Tower" } });
    tool.hover(pointerAt(core, [0, 0, 6]));
    expect(shown.ghosts.map(({ position }) => position[1])).toEqual([2, 6]);
    tool.tap(pointerAt(core, [0, 0, 6]));
    expect(core.selection).toHaveLength(2);
    const [first = ""] = core.selection;
    expect(document.get(first)).toMatchObject({ position: [0, 2, 6], group: "7.0" });
    expect(document.get("7.0")).toEqual({ kind: "group", name: "Tower" });
  });

  test("places nothing in the sky", () => {
    const { core, edits, shown } = makeEditor(FLOOR);
    core.camera.orbit(0, -0.5);
    core.camera.apply();
    const tool = new PlaceTool(core);
    const pointer = { x: 500, y: 5, isTouch: false, shift: false, alt: false, ctrl: false };
    tool.hover(pointer);
    tool.tap(pointer);
    expect(shown.ghosts).toEqual([]);
    expect(edits).toEqual([]);
  });
});

describe("the Paint and Pick tools", () => {
  test("take a look from one block and give it to others in one edit", () => {
    const { core, edits, messages, shown } = makeEditor(FLOOR);
    new PickTool(core).tap(pointerAt(core, [-8, 2, 0]));
    expect(core.state.get().brush).toEqual({ color: "ff0000", material: "brick" });
    const drag = dragWith(core, new PaintTool(core), [8, 2, 0], [8, 2, 1]);
    expect(shown.drag?.get("1.2")).toEqual({ color: "ff0000", material: "brick" });
    drag?.finish();
    expect(edits).toEqual([{ set: [["1.2", { color: "ff0000", material: "brick" }]] }]);
    expect(messages).toEqual(["Color and material picked"]);
  });

  test("remove a material for plastic, and say that only blocks have colors", () => {
    const { core, edits, messages } = makeEditor(FLOOR);
    core.patch({ brush: { color: "00ff00", material: "plastic" } });
    const tool = new PaintTool(core);
    tool.tap(pointerAt(core, [-8, 2, 0]));
    tool.tap(pointerAt(core, [0, 2, 12]));
    expect(edits).toEqual([{ set: [["1.1", { color: "00ff00", material: null }]] }]);
    expect(messages).toEqual(["Only blocks can be painted."]);
  });
});

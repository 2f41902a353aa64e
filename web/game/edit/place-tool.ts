import { addVectors, scaleVector } from "#domain/build/bounds.ts";
import { type CopyablePart, clipFoot, isCopyable, pasteEdit } from "#domain/build/clip.ts";
import { GOAL_ID, type PartId, SPAWN_ID } from "#domain/build/ids.ts";
import { limitFields } from "#domain/build/limit-fields.ts";
import { type PlacedPart, withFields } from "#domain/build/part.ts";
import { snapTo, snapVector } from "#domain/build/snap.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { PartGhost } from "./editable-scene.ts";
import type { EditorCore } from "./editor-core.ts";
import type { Brush, Placing } from "./editor-state.ts";
import type { Drag, PointerTool, ToolPointer } from "./pointer-tool.ts";
import { onPlane } from "./ray.ts";
import { sizeText } from "./size-text.ts";
import { AXES, mainAxis, type Surface, surfaceAt } from "./surface.ts";

type SizedPlacing = Extract<Placing, { kind: "block" | "hazard" }>;
type SinglePlacing = Exclude<Placing, { kind: "parts" }>;

/** How far stars float above what they are placed on. */
const STAR_HEIGHT = 3;
/** Distance from a wall of what stands beside it. */
const WALL_GAP = 1.5;

const BLOCK_SIZES = {
  box: [4, 1, 4],
  wedge: [4, 2, 4],
  pyramid: [4, 4, 4],
  cylinder: [4, 4, 4],
  cone: [4, 4, 4],
  sphere: [4, 4, 4],
} as const satisfies Record<string, Vec3>;
const HAZARD_SIZES = {
  lava: [4, 1, 4],
  spikes: [4, 1, 4],
  saw: [4, 4, 1],
  laser: [8, 0.5, 0.5],
  poison: [4, 1, 4],
} as const satisfies Record<string, Vec3>;

/** The size of something that is placed without drawing it out, at least a grid step. */
function defaultSize(placing: SizedPlacing, step: number): Vec3 {
  const size = placing.kind === "block" ? BLOCK_SIZES[placing.shape] : HAZARD_SIZES[placing.hazard];
  return size.map((length) => (length < 1 ? length : Math.max(step, snapTo(length, step)))) as Vec3;
}

/** The center of a box that rests on a surface, around the point of the surface. Its lower corner is on the grid; 0 is no grid. */
function restingCenter({ point, normal }: Surface, size: Vec3, step: number): Vec3 {
  const { axis, sign } = mainAxis(normal);
  const center = point.map((value, i) => {
    const half = size[i as 0] / 2;
    return snapTo(value - half, step) + half;
  }) as Vec3;
  center[axis] = point[axis] + (sign * size[axis]) / 2;
  return center;
}

/** A point on a surface for something without a size. `height` is its distance from the surface. */
function restingPoint({ point, normal }: Surface, height: number, step: number): Vec3 {
  const { axis, sign } = mainAxis(normal);
  const place = snapVector(point, step);
  place[axis] = point[axis] + sign * height;
  return place;
}

/** A corner of a box that is drawn. One that snapped to another block is exact; others are on the grid. */
interface DrawnCorner {
  point: Vec3;
  isExact: boolean;
}

/** A box on a surface from one corner to another, which has its height from `size`. A step of 0 is no grid. */
function drawnBox(
  normal: Vec3,
  [start, end]: readonly [DrawnCorner, DrawnCorner],
  { size, step }: { size: Vec3; step: number },
): { position: Vec3; size: Vec3 } {
  const { axis, sign } = mainAxis(normal);
  const least = Math.max(step, WORLD_LIMITS.sizeMin);
  const position: Vec3 = [0, 0, 0];
  const drawn: Vec3 = [...size];
  for (const i of [0, 1, 2] as const) {
    if (i === axis) {
      position[i] = start.point[i] + (sign * size[i]) / 2;
      continue;
    }
    // The cells of the grid under both corners belong to the box.
    const [from, to] = start.point[i] <= end.point[i] ? [start, end] : [end, start];
    const low = from.isExact || step === 0 ? from.point[i] : Math.floor(from.point[i] / step + EDGE) * step;
    const high = to.isExact || step === 0 ? to.point[i] : Math.ceil(to.point[i] / step - EDGE) * step;
    drawn[i] = Math.max(least, high - low);
    // A box that is too small grows towards the pointer.
    position[i] = from === start ? low + drawn[i] / 2 : Math.max(high, low + least) - drawn[i] / 2;
  }
  return { position, size: drawn };
}

/** A corner on a line of the grid doesn't need the cell beyond it. */
const EDGE = 1e-6;

function placedPart(
  placing: SinglePlacing,
  surface: Surface,
  { brush, step }: { brush: Brush; step: number },
): PlacedPart {
  const { axis } = mainAxis(surface.normal);
  switch (placing.kind) {
    case "block":
    case "hazard": {
      const size = defaultSize(placing, step);
      return sizedPart(placing, { position: restingCenter(surface, size, step), size }, brush);
    }
    case "star":
      return limitedPart({ kind: "star", position: restingPoint(surface, STAR_HEIGHT, step) });
    case "checkpoint":
    case "spawn":
    case "goal": {
      const position = restingPoint(surface, axis === 1 ? 0 : WALL_GAP, step);
      return limitedPart({ kind: placing.kind, position });
    }
  }
}

function sizedPart(
  placing: SizedPlacing,
  { position, size }: { position: Vec3; size: Vec3 },
  { color, material }: Brush,
): PlacedPart {
  if (placing.kind === "hazard")
    return limitedPart({ kind: "hazard", hazard: placing.hazard, position, size });
  const { shape } = placing;
  return limitedPart({
    kind: "block",
    shape,
    position,
    size,
    color,
    ...(material !== "plastic" && { material }),
  });
}

/** Where copies go that are placed on a surface, as a movement of the parts. */
function clipMove(parts: CopyablePart[], surface: Surface, step: number): Vec3 {
  return addVectors(restingPoint(surface, 0, step), scaleVector(clipFoot({ parts }), -1));
}

const copyableParts = (placing: Extract<Placing, { kind: "parts" }>): CopyablePart[] =>
  placing.parts.filter(isCopyable);

function limitedPart(part: PlacedPart): PlacedPart {
  const { position, size } = part as { position: Vec3; size?: Vec3 };
  return withFields(part, limitFields({ position, ...(size && { size }) }).fields) as PlacedPart;
}

/** How close a corner has to be, in CSS pixels. */
const SNAP_PIXELS = 10;

/** Draws a block or a hazard out on a surface, from one corner to the opposite one. */
function placeDrag(
  core: EditorCore,
  placing: SizedPlacing,
  { point, normal }: Surface,
  add: (part: PlacedPart) => void,
): Drag {
  const { axis } = mainAxis(normal);
  let part: PlacedPart | null = null;

  /** A corner of another block wins over the grid. */
  function cornerAt(point: Vec3, alt: boolean): DrawnCorner {
    const { isOn, toFaces, grid } = core.snapFor(alt);
    if (!isOn || !toFaces) return { point, isExact: false };
    const reach = Math.min(grid / 2, core.camera.unitsPerPixel(point) * SNAP_PIXELS);
    const near = core.picker.snapPoints(point, reach, core.skipHidden);
    const found = near.find(({ kind }) => kind === "corner");
    return found ? { point: found.point, isExact: true } : { point, isExact: false };
  }

  const cancel = () => {
    core.display.setToolGhosts([]);
    core.patch({ measure: null, isDragging: false });
    core.invalidate();
  };
  return {
    cancel,
    move(pointer) {
      const end = onPlane(core.camera.rayAt(pointer), point, AXES[axis]);
      if (!end) return;
      const step = core.stepFor(pointer.alt);
      const corners = [cornerAt(point, pointer.alt), cornerAt(end, pointer.alt)] as const;
      const box = drawnBox(normal, corners, { size: defaultSize(placing, step), step });
      part = sizedPart(placing, box, core.state.get().brush);
      core.display.setToolGhosts([{ part, position: part.position }]);
      core.patch({ measure: sizeText(box.size), isDragging: true });
      core.invalidate();
    },
    finish() {
      cancel();
      if (part) add(part);
    },
  };
}

/** Prefabs show this many of their parts before they are placed. */
const GHOSTS_MAX = 200;

export class PlaceTool implements PointerTool {
  readonly #core: EditorCore;

  constructor(core: EditorCore) {
    this.#core = core;
  }

  hover(pointer: ToolPointer): void {
    const surface = this.#surfaceAt(pointer);
    this.#core.display.setToolGhosts(surface ? this.#ghostsAt(surface, pointer.alt) : []);
    this.#core.setCursor(surface?.point ?? null);
  }

  leave(): void {
    this.#core.display.setToolGhosts([]);
    this.#core.invalidate();
  }

  tap(pointer: ToolPointer): void {
    const surface = this.#surfaceAt(pointer);
    if (!surface) return;
    this.#core.setCursor(surface.point);
    this.leave();
    this.placeOn(surface, pointer.alt);
  }

  drag(pointer: ToolPointer, isLong: boolean): Drag | null {
    const surface = this.#surfaceAt(pointer);
    if (!surface || (pointer.isTouch && !isLong)) return null;
    const { placing } = this.#core.state.get();
    if (placing.kind !== "block" && placing.kind !== "hazard") return carryDrag(this, pointer);
    this.leave();
    return placeDrag(this.#core, placing, surface, (part) => this.add(part));
  }

  placeOn(surface: Surface, alt = false): void {
    const { placing, brush } = this.#core.state.get();
    const step = this.#core.stepFor(alt);
    if (placing.kind === "parts") {
      const parts = copyableParts(placing);
      const { newId } = this.#core.model;
      const by = clipMove(parts, surface, step);
      const pasted = pasteEdit({ parts, groups: [] }, { by, newId, name: placing.name });
      if (pasted.isLimited) this.#core.message(this.#core.messages.atLimit);
      if (parts.length > 0 && this.#core.change(pasted.edit)) this.#core.setSelection(pasted.ids);
      return;
    }
    this.add(placedPart(placing, surface, { brush, step }));
  }

  /** Adds a part. The spawn and the goal move if the level has them. */
  add(part: PlacedPart): void {
    const id = this.#idFor(part);
    const { position } = part;
    const exists = this.#core.document.get(id) !== undefined;
    const isMade = this.#core.change(exists ? { set: [[id, { position }]] } : { add: [[id, part]] });
    if (isMade) this.#core.setSelection([id]);
  }

  #idFor({ kind }: PlacedPart): PartId {
    if (kind === "spawn") return SPAWN_ID;
    return kind === "goal" ? GOAL_ID : this.#core.model.newId();
  }

  #surfaceAt(pointer: ToolPointer): Surface | null {
    return surfaceAt(this.#core, this.#core.camera.rayAt(pointer));
  }

  #ghostsAt(surface: Surface, alt: boolean): PartGhost[] {
    const { placing, brush } = this.#core.state.get();
    const step = this.#core.stepFor(alt);
    if (placing.kind !== "parts") {
      const part = placedPart(placing, surface, { brush, step });
      return [{ part, position: part.position }];
    }
    const parts = copyableParts(placing);
    const by = clipMove(parts, surface, step);
    return parts.slice(0, GHOSTS_MAX).map((part) => ({
      part,
      position: part.position.map((value, i) => value + by[i as 0]) as Vec3,
    }));
  }
}

/** Carries something without a size and places it where the pointer is released. */
function carryDrag(tool: PlaceTool, pressed: ToolPointer): Drag {
  let pointer = pressed;
  return {
    move(next) {
      pointer = next;
      tool.hover(pointer);
    },
    finish: () => tool.tap(pointer),
    cancel: () => tool.leave(),
  };
}

import { addVectors, scaleVector, subtractVectors } from "#domain/build/bounds.ts";
import type { PartId } from "#domain/build/ids.ts";
import { isSized } from "#domain/build/move-fields.ts";
import { isPlaced } from "#domain/build/part.ts";
import { snapVector } from "#domain/build/snap.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { EditorCore } from "./editor-core.ts";
import { type Surface, surfaceAt } from "./surface.ts";

/** Where "right" and "away" lead as seen from a camera: the axis that is nearest. */
export function screenAxes(yaw: number): { right: Vec3; away: Vec3 } {
  const quarter = Math.round(yaw / (Math.PI / 2));
  const [s, c] = [
    Math.round(Math.sin((quarter * Math.PI) / 2)),
    Math.round(Math.cos((quarter * Math.PI) / 2)),
  ];
  return { right: [c, 0, -s], away: [-s, 0, -c] };
}

/** A movement by steps as seen from a camera: right, up, away. */
export function stepsAlong(yaw: number, [right, up, away]: Vec3, step: number): Vec3 {
  const axes = screenAxes(yaw);
  const across = addVectors(scaleVector(axes.right, right), scaleVector(axes.away, away));
  return scaleVector(addVectors(across, [0, up, 0]), step).map((value) => value + 0) as Vec3;
}

/** A point on the grid that keys move. */
export class KeyboardCursor {
  readonly #core: EditorCore;

  constructor(core: EditorCore) {
    this.#core = core;
  }

  /** The cursor, or what is in the middle of the view if there is none. */
  get point(): Vec3 {
    const { camera, state, step } = this.#core;
    const { cursor } = state.get();
    return cursor ?? snapVector(surfaceAt(this.#core, camera.middleRay)?.point ?? camera.target, step);
  }

  move(by: Vec3): void {
    const { cursor } = this.#core.state.get();
    const step = this.#core.step;
    const start = snapVector(this.point, step);
    this.#core.setDevice("keys");
    // The first key only shows where the cursor is.
    const next = cursor ? addVectors(start, by) : start;
    this.#core.setCursor(next);
    if (!this.#core.camera.isInView(next)) this.#core.camera.glideTo(next);
    this.#core.invalidate();
  }

  /** The surface that things are placed on: upright at the cursor. */
  get surface(): Surface {
    return { point: this.point, normal: [0, 1, 0] };
  }

  /** Selects the part at the cursor: a marker there, or else what is right below, or around it. */
  select(): void {
    const id = this.#markerHere() ?? this.#partBelow() ?? this.#around()?.id;
    if (id === undefined) this.#core.message(this.#core.messages.nothingThere);
    else this.#core.select([id]);
  }

  /** A star, a checkpoint, the spawn or the goal. They would be hidden by the floor that they stand on. */
  #markerHere(): PartId | undefined {
    const { document, skipUnselectable, step } = this.#core;
    for (const [id, part] of document.entries()) {
      if (!isPlaced(part) || isSized(part) || skipUnselectable(id, part)) continue;
      if (Math.hypot(...subtractVectors(part.position, this.point)) <= step / 2) return id;
    }
    return undefined;
  }

  #partBelow(): PartId | undefined {
    const [x, y, z] = this.point;
    const { picker, skipUnselectable, step } = this.#core;
    const below = picker.pick([x, y + step, z], [0, -1, 0], skipUnselectable);
    return below && below.distance <= 2 * step ? below.id : undefined;
  }

  selectNext(step: 1 | -1): void {
    const ids = this.#core.selectableIds();
    if (ids.length === 0) return;
    const { selection } = this.#core;
    const places = new Map(ids.map((id, i) => [id, i]));
    const last = places.get(selection[step > 0 ? selection.length - 1 : 0] ?? "") ?? (step > 0 ? -1 : 0);
    for (let i = 1; i <= ids.length; i++) {
      const id = ids[(last + i * step + i * ids.length) % ids.length];
      if (id === undefined || this.#core.isSelected(id)) continue;
      this.#core.select([id]);
      return;
    }
  }

  /** A part whose surface is near the cursor in any direction, for a cursor inside of a part. */
  #around() {
    const point = this.point;
    const { picker, skipUnselectable, step } = this.#core;
    // Rays only meet parts from outside.
    for (const axis of [1, 0, 2] as const)
      for (const sign of [1, -1]) {
        const away: Vec3 = [0, 0, 0];
        away[axis] = sign;
        const origin = addVectors(point, scaleVector(away, FAR));
        const found = picker.pick(origin, scaleVector(away, -1), skipUnselectable);
        if (found && FAR - found.distance >= -step && this.#contains(found.id, point)) return found;
      }
    return null;
  }

  #contains(id: PartId, point: Vec3): boolean {
    const bounds = this.#core.boundsOf([id]);
    return bounds !== null && point.every((v, i) => v >= bounds.low[i as 0] && v <= bounds.high[i as 0]);
  }
}

const FAR = 5_000;

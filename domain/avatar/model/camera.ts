import { Box3, Mesh, type Object3D, PerspectiveCamera, Vector3 } from "three";
import type { ItemTypeId } from "../../items/item-types.ts";
import type { BopiModel } from "./assemble-bopi.ts";

export interface Angle {
  around: number;
  above: number;
}

export const FRONT: Angle = { around: 24, above: 9 };
export const BACK: Angle = { around: 204, above: 9 };
export const ABOVE: Angle = { around: 24, above: 62 };

const FIELD_OF_VIEW = 26;
/** Margin around the framed objects, as a share of the picture. */
const MARGIN = 0.035;

/** Bounds of a bopi, and room for any hat, so that bopis in a row have the same size with and without one. */
const BODY = new Box3(new Vector3(-1.25, 0, -0.6), new Vector3(1.25, 4.26, 0.75));
const HAT_ROOM = new Box3(new Vector3(-1.7, 3.8, -1.2), new Vector3(1.7, 6.02, 1.2));
/** Head and shoulders with a part of a large hat, because the face matters more. */
const BUST = new Box3(new Vector3(-1.2, 2.2, -0.9), new Vector3(1.2, 4.8, 0.9));

export const fullCamera = (bopi: BopiModel, angle: Angle = FRONT): PerspectiveCamera =>
  frame([BODY, HAT_ROOM, boxOf(bopi.toy)], angle);

/** Frames a bopi in a pose with everything it holds. */
export const poseCamera = (bopi: BopiModel, angle: Angle = FRONT): PerspectiveCamera =>
  frame([boxOf(bopi.body), boxOf(bopi.legs), boxOf(bopi.shoes)], angle);

export const headshotCamera = (angle: Angle = FRONT): PerspectiveCamera => frame([BUST], angle);

export function boxOf(object: Object3D): Box3 {
  object.updateWorldMatrix(true, true);
  return new Box3().setFromObject(object);
}

/** A square camera that frames all boxes, centered. */
export const frame = (boxes: readonly Box3[], angle: Angle): PerspectiveCamera =>
  framePoints(boxes.filter((box) => !box.isEmpty()).flatMap(cornersOf), angle);

function framePoints(corners: readonly Vector3[], { around, above }: Angle): PerspectiveCamera {
  const turn = (around * Math.PI) / 180;
  const rise = (above * Math.PI) / 180;
  const back = new Vector3(Math.sin(turn) * Math.cos(rise), Math.sin(rise), Math.cos(turn) * Math.cos(rise));
  const right = new Vector3(Math.cos(turn), 0, -Math.sin(turn));
  const up = new Vector3().crossVectors(back, right);
  const half = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) * (1 - 2 * MARGIN);
  // Each corner bounds the camera by two planes per axis. The eye is where all bounds are met.
  const horizontal = span(corners, right, back, half);
  const vertical = span(corners, up, back, half);
  const distance = Math.max(horizontal.distance, vertical.distance);
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 1, 100);
  camera.position
    .copy(right)
    .multiplyScalar(horizontal.middle)
    .addScaledVector(up, vertical.middle)
    .addScaledVector(back, distance);
  camera.lookAt(camera.position.clone().sub(back));
  camera.updateMatrixWorld(true);
  return camera;
}

/** Position along `axis` and distance of an eye that sees all corners within `half` of its view per unit of depth. */
function span(corners: readonly Vector3[], axis: Vector3, back: Vector3, half: number) {
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  for (const corner of corners) {
    high = Math.max(high, corner.dot(axis) + half * corner.dot(back));
    low = Math.min(low, corner.dot(axis) - half * corner.dot(back));
  }
  return { middle: (high + low) / 2, distance: (high - low) / (2 * half) };
}

const cornersOf = ({ min, max }: Box3): Vector3[] =>
  [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))),
  );

const ITEM_ANGLES: Record<ItemTypeId, Angle> = {
  1: { around: 28, above: 14 },
  2: { around: 35, above: 14 },
  3: { around: 10, above: 4 },
  4: FRONT,
  5: FRONT,
  6: { around: 34, above: 26 },
};

/** The objects that show an item: a hat or toy alone, anything else with the body part it covers. */
function partsShown(bopi: BopiModel, type: ItemTypeId): Object3D[] {
  switch (type) {
    case 1:
      return [bopi.hats];
    case 2:
      return [bopi.toy];
    case 3:
      return [bopi.head];
    case 4:
      return [bopi.torso, bopi.arms.left, bopi.arms.right];
    case 5:
      return [bopi.torso, bopi.legs];
    case 6:
      return [bopi.shoes];
  }
}

/** Hides every part of a bopi that isn't needed to show an item, and frames the rest. */
export function itemCamera(bopi: BopiModel, type: ItemTypeId): PerspectiveCamera {
  const shown = partsShown(bopi, type);
  const visible = new Set<Object3D>();
  for (const part of shown) {
    part.traverse((inner) => visible.add(inner));
    part.traverseAncestors((outer) => visible.add(outer));
  }
  bopi.object.traverse((part) => {
    part.visible = visible.has(part);
  });
  return framePoints(shown.flatMap(verticesOf), ITEM_ANGLES[type]);
}

/** Every vertex of an object in world space, which frames it tighter than its box. */
function verticesOf(object: Object3D): Vector3[] {
  const vertices: Vector3[] = [];
  object.updateWorldMatrix(true, true);
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    const positions = part.geometry.getAttribute("position");
    for (let i = 0; i < positions.count; i++)
      vertices.push(new Vector3().fromBufferAttribute(positions, i).applyMatrix4(part.matrixWorld));
  });
  return vertices;
}

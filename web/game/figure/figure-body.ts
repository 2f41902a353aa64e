import { BufferAttribute, BufferGeometry, Euler, Matrix4, Sphere, Vector3 } from "three";
import {
  type BodyPiece,
  type BodySide,
  bodyMeshes,
  coarseBodyMeshes,
  inward,
  smoothstep,
} from "#domain/avatar/model/body.ts";
import { JOINTS } from "#domain/avatar/model/joints.ts";
import { TEXTURE_SIDE } from "#domain/avatar/model/surface.ts";
import { once } from "#domain/once.ts";
import { HAND_REGIONS, SKIN_LAYERS } from "./figure-skin.ts";

/** A figure's bones, in the order of the geometry's indices. */
export const BONES = [
  "torso",
  "head",
  "left_arm",
  "left_forearm",
  "right_arm",
  "right_forearm",
  "left_leg",
  "left_shin",
  "left_foot",
  "right_leg",
  "right_shin",
  "right_foot",
] as const;
export type BoneName = (typeof BONES)[number];

/** Below the shoulder, below the hip, above the ground. */
export const ELBOW = -0.47;
export const KNEE = -0.475;
export const ANKLE = 0.25;

/** Where bones and pieces are when the figure stands with its arms straight down. */
export function restPlace(bone: BoneName): Vector3 {
  const { shoulder, neck, hip, shoe } = JOINTS;
  const out = bone.startsWith("left") ? 1 : -1;
  switch (bone) {
    case "torso":
      return new Vector3(0, hip.y, 0);
    case "head":
      return new Vector3(0, neck, 0);
    case "left_arm":
    case "right_arm":
      return new Vector3(out * shoulder.x, shoulder.y, 0);
    case "left_forearm":
    case "right_forearm":
      return new Vector3(out * shoulder.x, shoulder.y + ELBOW, 0);
    case "left_leg":
    case "right_leg":
      return new Vector3(out * hip.x, hip.y, 0);
    case "left_shin":
    case "right_shin":
      return new Vector3(out * hip.x, hip.y + KNEE, 0);
    case "left_foot":
    case "right_foot":
      return new Vector3(out * shoe.x, ANKLE, 0);
  }
}

/** How a piece of the body is placed, which bones move it, and where it bends from the first to the second. */
interface Placement {
  place: Matrix4;
  layer: number;
  bones: readonly [BoneName, BoneName];
  bend: number;
}

const at = ({ x, y, z }: Vector3, turn = new Euler()) =>
  new Matrix4().makeRotationFromEuler(turn).setPosition(x, y, z);

/** Half the height over which an arm or a leg bends. */
const SOFT = 0.2;

function placementOf(piece: BodyPiece): Placement {
  const only = (bone: BoneName, layer: number, place: Matrix4): Placement => ({
    place,
    layer,
    bones: [bone, bone],
    bend: 0,
  });
  const { head, upper, legs, shoes } = SKIN_LAYERS;
  if (piece === "head") return only("head", head, at(restPlace("head")));
  if (piece === "torso") return only("torso", upper, at(new Vector3(0, JOINTS.hem, 0)));
  const side: BodySide = piece.startsWith("left") ? "left" : "right";
  const out = -inward(side);
  const shoulder = restPlace(`${side}_arm`);
  const { wrist, thumb, shoe } = JOINTS;
  if (piece.endsWith("arm"))
    return { place: at(shoulder), layer: upper, bones: [`${side}_arm`, `${side}_forearm`], bend: ELBOW };
  if (piece.endsWith("hand")) return only(`${side}_forearm`, upper, at(shoulder.setY(shoulder.y + wrist)));
  if (piece.endsWith("thumb")) {
    const tip = shoulder.add(new Vector3(out * thumb.x, wrist + thumb.y, thumb.z));
    return only(`${side}_forearm`, upper, at(tip, new Euler(0, 0, out * thumb.tilt)));
  }
  if (piece.endsWith("leg"))
    return {
      place: at(restPlace(`${side}_leg`)),
      layer: legs,
      bones: [`${side}_leg`, `${side}_shin`],
      bend: KNEE,
    };
  return only(`${side}_foot`, shoes, at(new Vector3(out * shoe.x, 0, 0), new Euler(0, out * shoe.turn, 0)));
}

/** Around a standing figure in any pose, with room for jumping motions. */
export const figureBounds = (): Sphere => new Sphere(new Vector3(0, 2.3, 0), 4);

/**
 * The body as one geometry that bones bend. `part` is a vertex's layer of the skin and its shade. Every figure shares it, so
 * it is never disposed of.
 */
const bodyGeometry = (meshes: typeof bodyMeshes) =>
  once((): BufferGeometry => {
    const pieces = Object.entries(meshes()) as [BodyPiece, ReturnType<typeof bodyMeshes>[BodyPiece]][];
    const count = pieces.reduce((sum, [, { positions }]) => sum + positions.length / 3, 0);
    const length = pieces.reduce((sum, [, { indices }]) => sum + indices.length, 0);
    const position = new Float32Array(count * 3);
    const normal = new Float32Array(count * 3);
    const uv = new Float32Array(count * 2);
    const part = new Float32Array(count * 2);
    const skinIndex = new Uint8Array(count * 4);
    const skinWeight = new Float32Array(count * 4);
    const indices = new Uint16Array(length);
    const point = new Vector3();
    let vertex = 0;
    let index = 0;
    for (const [piece, mesh] of pieces) {
      const { place, layer, bones, bend } = placementOf(piece);
      const [first, second] = bones.map((bone) => BONES.indexOf(bone)) as [number, number];
      const hand = /hand|thumb/.test(piece)
        ? HAND_REGIONS[piece.startsWith("left") ? "left" : "right"]
        : null;
      for (const corner of mesh.indices) indices[index++] = vertex + corner;
      for (let i = 0; i < mesh.positions.length / 3; i++, vertex++) {
        point.fromArray(mesh.positions, i * 3);
        const share = bend ? smoothstep(bend + SOFT, bend - SOFT, point.y) : 0;
        point.applyMatrix4(place).toArray(position, vertex * 3);
        point
          .fromArray(mesh.normals, i * 3)
          .transformDirection(place)
          .toArray(normal, vertex * 3);
        const [u, v] = hand
          ? [(hand[0] + hand[2] / 2) / TEXTURE_SIDE, (hand[1] + hand[3] / 2) / TEXTURE_SIDE]
          : mesh.uvs.subarray(i * 2, i * 2 + 2);
        uv.set([u ?? 0, v ?? 0], vertex * 2);
        part.set([layer, mesh.shades?.[i] ?? 1], vertex * 2);
        skinIndex.set([first, second], vertex * 4);
        skinWeight.set([1 - share, share], vertex * 4);
      }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(position, 3));
    geometry.setAttribute("normal", new BufferAttribute(normal, 3));
    geometry.setAttribute("uv", new BufferAttribute(uv, 2));
    geometry.setAttribute("part", new BufferAttribute(part, 2));
    geometry.setAttribute("skinIndex", new BufferAttribute(skinIndex, 4));
    geometry.setAttribute("skinWeight", new BufferAttribute(skinWeight, 4));
    geometry.setIndex(new BufferAttribute(indices, 1));
    geometry.boundingSphere = figureBounds();
    return geometry;
  });

export const figureBody = bodyGeometry(bodyMeshes);
export const coarseFigureBody = bodyGeometry(coarseBodyMeshes);

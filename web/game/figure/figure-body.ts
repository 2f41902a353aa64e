import { BufferAttribute, BufferGeometry, Euler, Sphere, Vector3 } from "three";
import { bodyMeshes, smoothstep } from "#domain/avatar/model/body.ts";
import { JOINTS } from "#domain/avatar/model/joints.ts";
import { TEXTURE_SIDE } from "#domain/avatar/model/surface.ts";
import { once } from "#domain/once.ts";
import { ELBOW, HEAD, KNEE, LIMB_BONE, LIMBS, TORSO } from "./figure-rig.ts";
import { HAND_REGIONS, SKIN_LAYERS } from "./figure-skin.ts";

/** The place of a mesh when the figure stands with its arms straight down. */
interface Placement {
  layer: number;
  /** The bone that moves it. Below the height `bend`, the next bone does. */
  bone: number;
  bend?: number;
  /** Of the left side. */
  x?: number;
  y: number;
  z?: number;
  turn?: number;
  tilt?: number;
}

const { shoulder, wrist, thumb, neck, hem, hip, shoe } = JOINTS;
const { head, upper, legs, shoes } = SKIN_LAYERS;
const { arm, forearm, leg, foot } = LIMB_BONE;

/** By the name of the mesh without its side. */
const PLACEMENTS: Record<string, Placement> = {
  head: { layer: head, bone: HEAD, y: neck },
  torso: { layer: upper, bone: TORSO, y: hem },
  arm: { layer: upper, bone: arm, bend: ELBOW, x: shoulder.x, y: shoulder.y },
  hand: { layer: upper, bone: forearm, x: shoulder.x, y: shoulder.y + wrist },
  thumb: {
    layer: upper,
    bone: forearm,
    x: shoulder.x + thumb.x,
    y: shoulder.y + wrist + thumb.y,
    z: thumb.z,
    tilt: thumb.tilt,
  },
  leg: { layer: legs, bone: leg, bend: KNEE, x: hip.x, y: hip.y },
  shoe: { layer: shoes, bone: foot, x: shoe.x, y: 0, turn: shoe.turn },
};

/** Half the height over which an arm or a leg bends. */
const SOFT = 0.2;

/** Around a standing figure in any pose, with room for jumping motions. */
export const figureBounds = (): Sphere => new Sphere(new Vector3(0, 2.3, 0), 4);

/**
 * The body as one geometry that bones bend. `part` is a vertex's layer of the skin and its shade. Every figure shares it, so
 * it is never disposed of.
 */
export const bodyGeometry = (meshes: typeof bodyMeshes) =>
  once((): BufferGeometry => {
    const lists = {
      position: [] as number[],
      normal: [] as number[],
      uv: [] as number[],
      part: [] as number[],
      skinIndex: [] as number[],
      skinWeight: [] as number[],
    };
    const indices: number[] = [];
    const point = new Vector3();
    for (const [piece, mesh] of Object.entries(meshes())) {
      const [kind = "", side] = piece.split("_").reverse();
      const placement = PLACEMENTS[kind];
      if (!placement) continue;
      const { layer, bend, x = 0, y, z = 0, turn = 0, tilt = 0 } = placement;
      const out = side === "right" ? -1 : 1;
      const bone = placement.bone + (side === "left" || side === "right" ? LIMBS[side] : 0);
      const hand =
        kind === "hand" || kind === "thumb" ? HAND_REGIONS[side === "left" ? "left" : "right"] : null;
      const rotation = new Euler(0, out * turn, out * tilt);
      const offset = new Vector3(out * x, y, z);
      const first = lists.part.length / 2;
      for (const corner of mesh.indices) indices.push(first + corner);
      for (let i = 0; i < mesh.positions.length / 3; i++) {
        point.fromArray(mesh.positions, i * 3);
        const share = bend ? smoothstep(bend + SOFT, bend - SOFT, point.y) : 0;
        lists.position.push(...point.applyEuler(rotation).add(offset));
        lists.normal.push(...point.fromArray(mesh.normals, i * 3).applyEuler(rotation));
        if (hand)
          lists.uv.push((hand[0] + hand[2] / 2) / TEXTURE_SIDE, (hand[1] + hand[3] / 2) / TEXTURE_SIDE);
        else lists.uv.push(...mesh.uvs.subarray(i * 2, i * 2 + 2));
        lists.part.push(layer, mesh.shades?.[i] ?? 1);
        lists.skinIndex.push(bone, bone + (bend ? 1 : 0), 0, 0);
        lists.skinWeight.push(1 - share, share, 0, 0);
      }
    }
    const geometry = new BufferGeometry();
    const vertices = lists.part.length / 2;
    for (const [name, list] of Object.entries(lists)) {
      const array = name === "skinIndex" ? Uint8Array.from(list) : Float32Array.from(list);
      geometry.setAttribute(name, new BufferAttribute(array, list.length / vertices));
    }
    geometry.setIndex(new BufferAttribute(Uint16Array.from(indices), 1));
    geometry.boundingSphere = figureBounds();
    return geometry;
  });

export const figureBody = bodyGeometry(bodyMeshes);

import {
  Bone,
  BufferAttribute,
  BufferGeometry,
  Euler,
  Object3D,
  Quaternion,
  Skeleton,
  Sphere,
  Vector3,
} from "three";
import { bodyMeshes, smoothstep } from "#domain/avatar/model/body.ts";
import { JOINTS } from "#domain/avatar/model/joints.ts";
import { TEXTURE_SIDE } from "#domain/avatar/model/surface.ts";
import { once } from "#domain/once.ts";
import { HAND_REGIONS, SKIN_LAYERS } from "./figure-skin.ts";
import type { FigureJoints, LimbJoints } from "./pose.ts";

const { shoulder, wrist, grip, neck, hat, hip, shoe } = JOINTS;
const ELBOW = -0.47;
const KNEE = -0.475;
const ANKLE = 0.25;
const THIGH = -KNEE;
const SHIN = hip.y + KNEE - ANKLE;
/** Almost straight legs, because a straight one has no direction to bend in. */
const LONGEST = (THIGH + SHIN) * 0.9999;
const SHORTEST = 0.36;
/** From the ankle to the ends of the sole. */
const TOES = 0.44;
const HEEL = 0.32;
const TILT_CENTER = 1.9;

const TORSO = 0;
const HEAD = 1;
const LIMBS = { left: 2, right: 7 } as const;
/** A limb's bones, from its first one. */
const LIMB_BONE = { arm: 0, forearm: 1, leg: 2, shin: 3, foot: 4 } as const;

export class FigureRig {
  /** Holds everything; the feet are at its origin. */
  readonly root = new Object3D();
  readonly skeleton: Skeleton;
  /** Where hats and the toy belong. */
  readonly hats = new Object3D();
  readonly hand = new Object3D();
  readonly #tilted = new Object3D();
  readonly #hips = new Object3D();
  readonly #torso = new Bone();
  readonly #head = new Bone();
  readonly #left: Limb;
  readonly #right: Limb;

  constructor() {
    this.root.add(this.#tilted.add(this.#hips.add(this.#torso.add(this.#head.add(this.hats)))));
    this.#hips.position.y = hip.y;
    this.#head.position.y = neck - hip.y;
    this.hats.position.y = hat;
    this.#left = new Limb(1, this.#torso, this.#hips);
    this.#right = new Limb(-1, this.#torso, this.#hips);
    this.#right.forearm.add(this.hand);
    this.hand.position.y = wrist + grip - ELBOW;
    // Toys are upright while the arm is stretched out in front.
    const stretched = new Euler(-Math.PI / 2, 0, -shoulder.tilt);
    this.hand.quaternion.copy(new Quaternion().setFromEuler(stretched).invert());
    this.root.updateMatrixWorld(true);
    this.skeleton = new Skeleton([this.#torso, this.#head, ...this.#left.chain, ...this.#right.chain]);
  }

  apply(joints: FigureJoints): void {
    const { tilt, stretch, size, lift, apart } = joints;
    const wide = size / Math.sqrt(stretch);
    this.root.scale.set(wide, size * stretch, wide);
    this.#tilted.rotation.set(tilt, joints.spin, 0);
    // Rotated around a point above the feet.
    this.#tilted.position.set(0, TILT_CENTER * (1 - Math.cos(tilt)), -TILT_CENTER * Math.sin(tilt));
    this.#hips.position.y = hip.y + lift;
    this.#torso.rotation.set(joints.lean, joints.twist, joints.roll);
    this.#head.rotation.set(joints.headPitch, joints.headYaw, joints.headRoll);
    this.#left.apply(joints.left, lift, apart);
    this.#right.apply(joints.right, lift, apart);
  }
}

class Limb {
  readonly arm = new Bone();
  readonly forearm = new Bone();
  readonly leg = new Bone();
  readonly shin = new Bone();
  readonly foot = new Bone();
  readonly chain = [this.arm, this.forearm, this.leg, this.shin, this.foot];
  /** 1 on the left, -1 on the right. */
  readonly #out: number;

  constructor(out: number, torso: Object3D, hips: Object3D) {
    this.#out = out;
    torso.add(this.arm.add(this.forearm));
    hips.add(this.leg.add(this.shin.add(this.foot)));
    this.arm.position.set(out * shoulder.x, shoulder.y - hip.y, 0);
    this.forearm.position.y = ELBOW;
    this.leg.position.x = out * hip.x;
    this.shin.position.y = KNEE;
    this.foot.position.set(out * (shoe.x - hip.x), -SHIN, 0);
  }

  apply({ swing, spread, elbow, ahead, up, pitch }: LimbJoints, lift: number, apart: number): void {
    const out = this.#out;
    this.arm.rotation.set(swing, 0, out * spread);
    this.forearm.rotation.x = elbow;
    // The sole stays above the ground when the foot turns.
    const sole = Math.max(TOES * Math.sin(Math.min(pitch, 1.2)), -HEEL * Math.sin(Math.max(pitch, -1.2)));
    const down = THIGH + SHIN + lift - up - sole;
    const distance = Math.min(LONGEST, Math.max(SHORTEST, Math.hypot(ahead, down)));
    const thigh = -Math.atan2(ahead, Math.max(0.02, down)) - angle(THIGH, distance, SHIN);
    const knee = Math.PI - angle(THIGH, SHIN, distance);
    this.leg.rotation.set(thigh, 0, out * apart);
    this.shin.rotation.x = knee;
    this.foot.rotation.x = pitch - thigh - knee;
  }
}

const angle = (a: number, b: number, opposite: number) =>
  Math.acos(Math.min(1, Math.max(-1, (a * a + b * b - opposite * opposite) / (2 * a * b))));

/** The place of a mesh when the figure stands with its arms straight down. */
interface Placement {
  layer: number;
  /** The bone that moves it. Below the height `bend`, the next bone does. */
  bone: number;
  bend?: number;
  x?: number;
  y: number;
  z?: number;
  turn?: number;
  tilt?: number;
}

const { thumb, hem } = JOINTS;
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

/** The body as one geometry that bones bend. `part` is a vertex's layer of the skin and its shade. Shared by all. */
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

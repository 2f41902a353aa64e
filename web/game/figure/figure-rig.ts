import { Bone, Euler, Object3D, Quaternion, Skeleton } from "three";
import { JOINTS } from "#domain/avatar/model/joints.ts";
import type { FigureJoints, LimbJoints } from "./pose.ts";

const { shoulder, wrist, grip, neck, hat, hip, shoe } = JOINTS;
/** Below the shoulder and below the hip. */
export const ELBOW = -0.47;
export const KNEE = -0.475;
/** Above the ground. */
const ANKLE = 0.25;
const THIGH = -KNEE;
const SHIN = hip.y + KNEE - ANKLE;
/** Almost straight legs, because a straight one has no direction to bend in. */
const LONGEST = (THIGH + SHIN) * 0.9999;
const SHORTEST = 0.36;
/** From the ankle to the ends of the sole. */
const TOES = 0.44;
const HEEL = 0.32;
/** The height around which a swimmer tilts. */
const TILT_CENTER = 1.9;

export const TORSO = 0;
export const HEAD = 1;
export const LIMBS = { left: 2, right: 7 } as const;
/** A limb's bones, from its first one. */
export const LIMB_BONE = { arm: 0, forearm: 1, leg: 2, shin: 3, foot: 4 } as const;

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

/** The angle between sides `a` and `b` of a triangle. */
const angle = (a: number, b: number, opposite: number) =>
  Math.acos(Math.min(1, Math.max(-1, (a * a + b * b - opposite * opposite) / (2 * a * b))));

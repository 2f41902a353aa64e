import { Bone, Euler, Matrix4, Object3D, Quaternion, Skeleton } from "three";
import { JOINTS } from "#domain/avatar/model/joints.ts";
import { ANKLE, BONES, type BoneName, ELBOW, KNEE, restPlace } from "./figure-body.ts";
import type { FigureJoints } from "./pose.ts";

const HIP = JOINTS.hip.y;
const THIGH = -KNEE;
const SHIN = HIP + KNEE - ANKLE;
/** Almost straight legs, because a straight one has no direction to bend in. */
const LONGEST = (THIGH + SHIN) * 0.9999;
const SHORTEST = 0.36;
/** From the ankle to the end of the sole. */
const TOES = 0.55;
const HEEL = 0.4;
/** The height around which a swimmer tilts. */
const TILT_CENTER = 1.9;

const PARENTS: Partial<Record<BoneName, BoneName>> = {
  head: "torso",
  left_arm: "torso",
  right_arm: "torso",
  left_forearm: "left_arm",
  right_forearm: "right_arm",
  left_shin: "left_leg",
  right_shin: "right_leg",
  left_foot: "left_shin",
  right_foot: "right_shin",
};

/** The bones of a figure. `apply` poses them. */
export class FigureRig {
  /** Holds everything; the feet are at its origin. */
  readonly root = new Object3D();
  readonly skeleton: Skeleton;
  /** Where hats and the toy belong. */
  readonly hats = new Object3D();
  readonly hand = new Object3D();
  private readonly tilted = new Object3D();
  private readonly hips = new Object3D();
  private readonly bones: Record<BoneName, Bone>;

  constructor() {
    const bones = Object.fromEntries(BONES.map((name) => [name, new Bone()])) as Record<BoneName, Bone>;
    this.bones = bones;
    const inverses: Matrix4[] = [];
    for (const name of BONES) {
      const parent = PARENTS[name];
      const place = restPlace(name);
      inverses.push(new Matrix4().makeTranslation(-place.x, -place.y, -place.z));
      place.sub(parent ? restPlace(parent) : restPlace("torso"));
      bones[name].position.copy(place);
      (parent ? bones[parent] : this.hips).add(bones[name]);
    }
    this.tilted.add(this.hips);
    this.root.add(this.tilted);
    this.hats.position.y = JOINTS.hat;
    bones.head.add(this.hats);
    const { shoulder, wrist, grip } = JOINTS;
    this.hand.position.y = wrist + grip - ELBOW;
    // Toys are upright while the arm is stretched out in front.
    this.hand.quaternion
      .copy(new Quaternion().setFromEuler(new Euler(-Math.PI / 2, 0, -shoulder.tilt)))
      .invert();
    bones.right_forearm.add(this.hand);
    this.skeleton = new Skeleton(
      BONES.map((name) => bones[name]),
      inverses,
    );
  }

  apply(joints: FigureJoints): void {
    const { bones, root, tilted, hips } = this;
    const { lift, tilt, stretch, size } = joints;
    const wide = size / Math.sqrt(stretch);
    root.scale.set(wide, size * stretch, wide);
    tilted.rotation.set(tilt, joints.spin, 0);
    // Rotated around a point above the feet.
    tilted.position.set(0, TILT_CENTER * (1 - Math.cos(tilt)), -TILT_CENTER * Math.sin(tilt));
    hips.position.set(0, HIP + lift, 0);
    bones.torso.rotation.set(joints.lean, joints.twist, joints.roll);
    bones.head.rotation.set(joints.headPitch, joints.headYaw, joints.headRoll);
    bones.left_arm.rotation.set(joints.leftSwing, 0, joints.leftSpread);
    bones.right_arm.rotation.set(joints.rightSwing, 0, -joints.rightSpread);
    bones.left_forearm.rotation.x = joints.leftElbow;
    bones.right_forearm.rotation.x = joints.rightElbow;
    const { left_leg, left_shin, left_foot, right_leg, right_shin, right_foot } = bones;
    const { apart } = joints;
    bend(left_leg, left_shin, left_foot, joints.leftAhead, joints.leftUp - lift, joints.leftPitch, apart);
    bend(
      right_leg,
      right_shin,
      right_foot,
      joints.rightAhead,
      joints.rightUp - lift,
      joints.rightPitch,
      -apart,
    );
  }
}

/** Bends a leg so that the foot is `ahead` of the hip and `up` above where it stands. */
function bend(
  leg: Bone,
  shin: Bone,
  foot: Bone,
  ahead: number,
  up: number,
  pitch: number,
  apart: number,
): void {
  // The sole stays above the ground when the foot turns.
  const sole = pitch > 0 ? TOES * Math.sin(Math.min(pitch, 1.2)) : -HEEL * Math.sin(Math.max(pitch, -1.2));
  const down = THIGH + SHIN - up - sole * 0.8;
  const distance = Math.min(LONGEST, Math.max(SHORTEST, Math.hypot(ahead, down)));
  const line = -Math.atan2(ahead, Math.max(0.02, down));
  const hip = Math.acos(cosine(THIGH, distance, SHIN));
  const knee = Math.PI - Math.acos(cosine(THIGH, SHIN, distance));
  leg.rotation.set(line - hip, 0, apart);
  shin.rotation.x = knee;
  foot.rotation.x = pitch - (line - hip) - knee;
}

/** The cosine of the angle between sides `a` and `b` of a triangle. */
const cosine = (a: number, b: number, opposite: number) =>
  Math.min(1, Math.max(-1, (a * a + b * b - opposite * opposite) / (2 * a * b)));

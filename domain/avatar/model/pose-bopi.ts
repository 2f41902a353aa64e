import {
  BoxGeometry,
  Color,
  Euler,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  Vector3,
} from "three";
import { once } from "../../once.ts";
import type { BopiPose } from "../look-url.ts";
import type { BopiModel } from "./assemble-bopi.ts";
import { type BodySide, inward } from "./body.ts";
import { JOINTS } from "./joints.ts";

/** Angles of a limb in radians. Signs are the same on both sides. */
interface LimbAngles {
  /** Positive is forward. */
  swing?: number;
  /** Positive is outward, from straight down. */
  spread?: number;
}

interface PoseAngles {
  /** Units by which everything above the ground is raised. */
  lift?: number;
  /** The upper body: forward, and to its left. */
  lean?: number;
  roll?: number;
  /** The head: down, to its left, and tilted to its left. */
  head?: { pitch?: number; yaw?: number; roll?: number };
  /** A shoulder's height above the usual one. */
  shoulders?: number;
  left?: LimbAngles;
  right?: LimbAngles;
  legs?: Record<BodySide, LimbAngles>;
}

const both = (limb: LimbAngles): Record<BodySide, LimbAngles> => ({ left: limb, right: limb });

/** Lowers the hips until the heels touch the ground. */
const SEATED = -0.68;

const POSES: Record<Exclude<BopiPose, "idle">, PoseAngles> = {
  wave: {
    roll: -0.05,
    head: { roll: -0.13, yaw: 0.1 },
    left: { spread: 2.55, swing: 0.12 },
    legs: { left: { spread: 0.06 }, right: { spread: 0.06 } },
  },
  sit: {
    lift: SEATED,
    lean: -0.06,
    head: { pitch: -0.04, yaw: 0.12 },
    left: { spread: 0.42, swing: -0.42 },
    right: { spread: 0.42, swing: -0.42 },
    legs: { left: { swing: 1.5, spread: 0.2 }, right: { swing: 1.5, spread: 0.2 } },
  },
  shrug: {
    head: { roll: 0.2, pitch: 0.05 },
    shoulders: 0.13,
    left: { spread: 1.25, swing: 0.5 },
    right: { spread: 1.25, swing: 0.5 },
    legs: both({ spread: 0.05 }),
  },
  cheer: {
    lift: 0.42,
    lean: -0.08,
    head: { pitch: -0.16, roll: -0.06 },
    left: { spread: 2.62, swing: 0.05 },
    right: { spread: 2.62, swing: 0.05 },
    legs: { left: { spread: 0.34, swing: 0.1 }, right: { spread: 0.2, swing: -0.3 } },
  },
  sleep: {
    lift: SEATED,
    lean: 0.16,
    head: { pitch: 0.2, roll: 0.24, yaw: 0.1 },
    left: { spread: 0.24, swing: 0.3 },
    right: { spread: 0.24, swing: 0.3 },
    legs: { left: { swing: 1.5, spread: 0.26 }, right: { swing: 1.5, spread: 0.26 } },
  },
  carry: {
    lean: -0.07,
    head: { pitch: -0.03 },
    left: { spread: 0.1, swing: 1.3 },
    right: { spread: 0.1, swing: 1.3 },
    legs: { left: { swing: 0.12 }, right: { swing: -0.12 } },
  },
};

/** Moves a bopi, as `assembleBopi` returns it, into a pose. A toy stays upright in the right hand; a parcel takes both hands. */
export function poseBopi(bopi: BopiModel, pose: Exclude<BopiPose, "idle">): void {
  const { lift = 0, lean = 0, roll = 0, head = {}, shoulders = 0, legs, ...arms } = POSES[pose];
  const hasToy = bopi.toy.children.length > 0;
  const hips = new Vector3(0, JOINTS.hip.y, 0);
  bopi.body.rotation.set(lean, 0, -roll);
  bopi.body.position.copy(hips).sub(hips.clone().applyEuler(bopi.body.rotation));
  bopi.body.position.y += lift;
  bopi.head.rotation.set(head.pitch ?? 0, head.yaw ?? 0, -(head.roll ?? 0));
  for (const side of ["left", "right"] as const) {
    const out = -inward(side);
    const arm = bopi.arms[side];
    const { swing = 0, spread = JOINTS.shoulder.tilt } = arms[side] ?? {};
    const holds = hasToy && side === "right" && HOLDS_IN_FRONT.includes(pose);
    arm.rotation.set(holds ? -Math.PI / 2 : -swing, 0, out * (holds ? JOINTS.shoulder.tilt : spread));
    arm.position.y += shoulders;
    if (legs) poseLeg(bopi, side, legs[side], lift);
  }
  if (pose === "carry") {
    bopi.toy.clear();
    bopi.toy.position.set(0, 1.98, 1.32);
    bopi.toy.add(parcel());
  } else {
    bopi.toy.position
      .set(0, JOINTS.wrist + JOINTS.grip, 0)
      .applyEuler(bopi.arms.right.rotation)
      .add(bopi.arms.right.position);
  }
  if (pose === "sleep") bopi.body.add(...snores());
  bopi.shadow.position.z += legs?.left.swing && lift < 0 ? 0.5 : 0;
  bopi.object.updateMatrixWorld(true);
}

/** Poses in which the right arm holds a toy like it does when standing. */
const HOLDS_IN_FRONT: readonly BopiPose[] = ["wave", "sit", "sleep"];

/** Turns a leg around its hip, together with its shoe. */
function poseLeg(bopi: BopiModel, side: BodySide, { swing = 0, spread = 0 }: LimbAngles, lift: number): void {
  const index = side === "left" ? 0 : 1;
  const leg = bopi.legs.children[index] as Object3D;
  const shoe = bopi.shoes.children[index] as Object3D;
  const out = -inward(side);
  const turn = new Euler(-swing, 0, out * spread);
  const hip = new Vector3(out * JOINTS.hip.x, JOINTS.hip.y, 0);
  const fromHip = shoe.position.clone().sub(hip);
  const toes = shoe.quaternion.clone();
  leg.rotation.copy(turn);
  leg.position.y += lift;
  shoe.position.copy(fromHip.applyEuler(turn)).add(leg.position);
  shoe.quaternion.setFromEuler(turn).multiply(toes);
}

function parcel(): Group {
  const { board, tape, box, strip } = parcelParts();
  const band = new Mesh(strip, tape);
  return new Group().add(new Mesh(box, board), band);
}

const parcelParts = once(() => ({
  board: new MeshLambertMaterial({ color: new Color("#c98b4f") }),
  tape: new MeshLambertMaterial({ color: new Color("#f2d9a6") }),
  box: new BoxGeometry(1.25, 0.95, 1),
  strip: new BoxGeometry(0.26, 0.97, 1.02),
}));

/** Three letters Z above a sleeper's head, each of three strokes. */
function snores(): Group[] {
  return [
    { x: 1.2, y: 3.75, size: 0.3 },
    { x: 1.55, y: 4.12, size: 0.4 },
    { x: 2, y: 4.6, size: 0.52 },
  ].map(({ x, y, size }) => {
    const letter = new Group();
    const { ink, stroke, slash } = snoreParts();
    const top = new Mesh(stroke, ink);
    top.position.y = 0.5;
    const bottom = new Mesh(stroke, ink);
    bottom.position.y = -0.5;
    const across = new Mesh(slash, ink);
    across.rotation.z = 0.88;
    letter.add(top, bottom, across);
    letter.position.set(x, y, 0);
    letter.scale.setScalar(size);
    return letter;
  });
}

const snoreParts = once(() => ({
  ink: new MeshBasicMaterial({ color: new Color("#7f9cf5") }),
  stroke: new BoxGeometry(0.95, 0.24, 0.2),
  slash: new BoxGeometry(1.2, 0.24, 0.2),
}));

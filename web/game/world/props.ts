import { type BufferGeometry, Group, InstancedBufferAttribute, InstancedMesh } from "three";
import type { Hazard, Vec3, World } from "#domain/world/schema.ts";
import type { Bursts } from "./bursts.ts";
import { PROP_GEOMETRY } from "./prop-geometry.ts";
import { createPropMaterial, type PropUniforms } from "./prop-material.ts";

export interface PropRing {
  at: Vec3;
  radius: number;
  tone: Tone;
}

/** The state that glows are drawn from. Their code follows later. */
export interface PropGlows {
  /** Per star: the time of collection or −1. */
  haloStates: InstancedBufferAttribute;
  rings: readonly PropRing[];
  /** Per ring: its color and strength. */
  tones: InstancedBufferAttribute;
}

export type Tone = readonly [r: number, g: number, b: number, strength: number];

export const GOLD: Tone = [1, 0.56, 0.05, 0.55];
const TEAL: Tone = [0.05, 0.85, 0.6, 0.6];
const DULL: Tone = [0.3, 0.34, 0.5, 0.35];
const ORANGE: Tone = [0.95, 0.35, 0.01, 0.45];
/** States of checkpoints in the shader, and of what is always lit. */
const IDLE = 0;
const TAKEN = 1;
const ACTIVE = 2;
const LIT = 3;
/** Long before any moment: what was collected then is already out of sight. */
const LONG_AGO = -2;
const MOST_BUBBLES = 600;

export type Props = ReturnType<typeof createProps>;

export function createProps(world: World, uniforms: PropUniforms, isStill: boolean) {
  const object = new Group();
  const solid = createPropMaterial(uniforms);
  const disposables: { dispose: () => void }[] = [solid];

  /** Adds solid instances. Returns the attribute with their states, or null if there are none. */
  const add = (
    geometry: BufferGeometry,
    matrices: readonly Float32Array[],
    state: (index: number) => number,
  ) => {
    if (matrices.length === 0) return null;
    const states = new InstancedBufferAttribute(
      Float32Array.from(matrices, (_, i) => state(i)),
      1,
    );
    geometry.setAttribute("state", states);
    const mesh = new InstancedMesh(geometry, solid, matrices.length);
    matrices.forEach((matrix, i) => {
      (mesh.instanceMatrix.array as Float32Array).set(matrix, i * 16);
    });
    mesh.computeBoundingSphere();
    // Flags wave, stars bob and bubbles rise beyond their rest.
    if (mesh.boundingSphere) mesh.boundingSphere.radius += 3;
    mesh.castShadow = true;
    mesh.matrixAutoUpdate = false;
    object.add(mesh);
    disposables.push(geometry, mesh);
    return states;
  };

  const stars = world.stars.map(({ position }) => matrixAt(position));
  const starStates = add(PROP_GEOMETRY.star(), stars, () => -1);
  const haloStates = new InstancedBufferAttribute(new Float32Array(stars.length).fill(-1), 1);

  const flags = world.checkpoints.map(({ position, yaw }) => matrixAt(position, [1, 1, 1], yaw ?? 0));
  const flagStates = add(PROP_GEOMETRY.checkpoint(), flags, () => IDLE);
  const { goal } = world;
  if (goal) add(PROP_GEOMETRY.goal(), [matrixAt(goal.position, [1, 1, 1], goalYaw(world))], () => LIT);

  const rings: PropRing[] = [
    ...world.checkpoints.map(({ position }) => ({ at: position, radius: 2.2, tone: DULL })),
    { at: world.spawn.position, radius: 2, tone: ORANGE },
    ...(goal ? [{ at: goal.position, radius: 4.2, tone: GOLD }] : []),
  ];
  const tones = new InstancedBufferAttribute(Float32Array.from(rings.flatMap(({ tone }) => tone)), 4);

  const saws = world.hazards.filter(({ kind }) => kind === "saw");
  add(PROP_GEOMETRY.saw(), saws.map(sawMatrix), () => 0);
  const bubbles = world.hazards.filter(({ kind }) => kind === "poison").flatMap(bubbleMatrices);
  add(PROP_GEOMETRY.bubble(), bubbles.slice(0, MOST_BUBBLES), (i) => (i * 0.618) % 1);
  let bursts: Bursts | null = null;

  let active = -1;
  const taken = new Set<number>();
  const collected = new Uint8Array(world.stars.length);
  const now = () => (isStill ? LONG_AGO : uniforms.clock.value);

  const updateStars = (current: Uint8Array) => {
    let isChanged = false;
    for (let i = 0; i < collected.length; i++) {
      const isCollected = current[i] === 1 ? 1 : 0;
      if (collected[i] === isCollected) continue;
      collected[i] = isCollected;
      isChanged = true;
      const state = isCollected ? now() : -1;
      starStates?.setX(i, state);
      haloStates.setX(i, state);
      const star = world.stars[i];
      if (isCollected && star && !isStill) bursts?.start(star.position, GOLD, uniforms.clock.value);
    }
    if (!isChanged) return;
    if (starStates) starStates.needsUpdate = true;
    haloStates.needsUpdate = true;
  };
  const updateCheckpoints = (checkpoint: number) => {
    if (checkpoint === active) return;
    active = checkpoint;
    if (checkpoint < 0) taken.clear();
    else taken.add(checkpoint);
    world.checkpoints.forEach(({ position }, i) => {
      const state = i === checkpoint ? ACTIVE : taken.has(i) ? TAKEN : IDLE;
      flagStates?.setX(i, state);
      const tone = state === IDLE ? DULL : TEAL;
      tones.setXYZW(i, tone[0], tone[1], tone[2], state === ACTIVE ? 0.9 : tone[3] * 0.6);
      if (state === ACTIVE && !isStill) {
        bursts?.start([position[0], position[1] + 4, position[2]], TEAL, uniforms.clock.value);
      }
    });
    if (flagStates) flagStates.needsUpdate = true;
    tones.needsUpdate = true;
  };
  return {
    object,
    glows: { haloStates, rings, tones } as PropGlows,
    /** Sparks for what is collected from now on. */
    setBursts: (sparks: Bursts) => {
      bursts = sparks;
    },
    /** Shows collected stars and taken checkpoints. Does nothing while they stay the same. */
    update: (current: Uint8Array | null, checkpoint: number) => {
      if (current) updateStars(current);
      updateCheckpoints(checkpoint);
    },
    dispose: () => {
      for (const one of disposables) one.dispose();
    },
  };
}

export function matrixAt(position: Vec3, scale: Vec3 = [1, 1, 1], yaw = 0): Float32Array {
  const angle = (yaw * Math.PI) / 180;
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const [sx, sy, sz] = scale;
  return Float32Array.of(c * sx, 0, -s * sx, 0, 0, sy, 0, 0, s * sz, 0, c * sz, 0, ...position, 1);
}

/** The gate faces the place that players come from. */
function goalYaw({ goal, checkpoints, spawn }: World): number {
  const from = checkpoints.at(-1)?.position ?? spawn.position;
  if (!goal) return 0;
  return (Math.atan2(from[0] - goal.position[0], from[2] - goal.position[2]) * 180) / Math.PI;
}

/** A saw's axis is the thinnest side of its box. */
function sawMatrix({ position, size }: Hazard): Float32Array {
  const [x, y, z] = size;
  if (y <= x && y <= z) return matrixAt(position, size);
  // The columns are the images of the disc's own X, Y (its axis) and Z.
  if (x <= z) return Float32Array.of(0, y, 0, 0, -x, 0, 0, 0, 0, 0, z, 0, ...position, 1);
  return Float32Array.of(x, 0, 0, 0, 0, 0, z, 0, 0, -y, 0, 0, ...position, 1);
}

/** Bubbles scattered over a pool's surface. */
function bubbleMatrices({ position, size }: Hazard): Float32Array[] {
  const count = Math.max(3, Math.min(60, Math.round((size[0] * size[2]) / 10)));
  return Array.from({ length: count }, (_, i) => {
    const [u, v] = [(i * 0.7549 + 0.2) % 1, (i * 0.5698 + 0.6) % 1];
    const scale = 0.6 + ((i * 0.414) % 1) * 1.1;
    const at: Vec3 = [
      position[0] + (u - 0.5) * size[0] * 0.9,
      position[1] + size[1] / 2,
      position[2] + (v - 0.5) * size[2] * 0.9,
    ];
    return matrixAt(at, [scale, scale, scale]);
  });
}

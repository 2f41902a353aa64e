import { Color, DirectionalLight, Fog, HemisphereLight, Scene, Vector3 } from "three";
import type { Vec3, World } from "#domain/world/schema.ts";
import { loadChunk } from "#web/ui/chunks.ts";
import { createBlockMaterials, createSharedUniforms, srgbColor } from "./block-material.ts";
import { groupIntoCells } from "./cells.ts";
import { hazardBlocks } from "./hazard-blocks.ts";
import { createMovingBlocks } from "./moving-blocks.ts";
import { createProps } from "./props.ts";
import { type SceneMood, sceneMood } from "./scene-mood.ts";
import type { Scenery } from "./scenery.ts";
import { createShapes, createStaticBlocks } from "./static-blocks.ts";
import { TIERS, type Tier } from "./tiers.ts";

/** Half the width of the area with shadows, in units. */
const REACH = 64;
const MAP_SIDE = 1_024;
const DISTANCE = 160;

/** The light of a scene. On the highest tier its shadows follow the focus. */
export type SunLight = ReturnType<typeof createSunLight>;

export function createSunLight(mood: SceneMood) {
  // Lambert materials divide light by π.
  const sky = new HemisphereLight(new Color(...mood.skyLight), new Color(...mood.groundLight), Math.PI);
  const sun = new DirectionalLight(new Color(...mood.sun), Math.PI);
  const direction = new Vector3(...mood.sunDirection).normalize();
  sun.shadow.mapSize.set(MAP_SIDE, MAP_SIDE);
  sun.shadow.bias = -0.0006;
  sun.shadow.normalBias = 0.12;
  sun.shadow.radius = 2;
  const { camera } = sun.shadow;
  camera.left = camera.bottom = -REACH;
  camera.right = camera.top = REACH;
  camera.near = 1;
  camera.far = DISTANCE * 2;
  sun.position.copy(direction).multiplyScalar(DISTANCE);

  const side = new Vector3().crossVectors(new Vector3(0, 1, 0), direction).normalize();
  const top = new Vector3().crossVectors(direction, side);
  const texel = (REACH * 2) / MAP_SIDE;
  const snap = (value: number) => Math.round(value / texel) * texel;
  const center = new Vector3();
  return {
    objects: [sky, sun, sun.target],
    setShadows: (isOn: boolean) => {
      sun.castShadow = isOn;
    },
    setFocus: (focus: Vector3) => {
      // Whole texels, so shadows don't shimmer while the focus moves.
      center.set(0, 0, 0).addScaledVector(side, snap(focus.dot(side)));
      center.addScaledVector(top, snap(focus.dot(top)));
      center.addScaledVector(direction, snap(focus.dot(direction)));
      sun.target.position.copy(center);
      sun.position.copy(center).addScaledVector(direction, DISTANCE);
    },
    dispose: () => {
      sun.dispose();
      sky.dispose();
    },
  };
}

export interface SceneMoment {
  tick: number;
  alpha: number;
  focus: Vector3;
  /** 1 for each collected star, or null before a run. */
  stars: Uint8Array | null;
  /** The last checkpoint, −1 for none. */
  checkpoint: number;
  /** Ticks since the first touch of a crumbling block, −1 if untouched. */
  crumbleAge: (block: number) => number;
  seconds: number;
}

/** The parts of a moment without a run. */
export const NO_RUN = { stars: null, checkpoint: -1, crumbleAge: () => -1 };

/** Time until the scenery is requested again. */
const RETRY_MS = 4_000;
/** Distance that the focus moves before the details of far blocks are chosen again. */
const FOCUS_STEP = 12;

/** A level in 3D. Figures are added to its scene. */
export type LevelScene = ReturnType<typeof createLevelScene>;

export function createLevelScene(world: World, options: { tier: Tier; reducedMotion: boolean }) {
  const mood = sceneMood(world.ambience ?? "day");
  const scene = new Scene();
  const fog = new Fog(srgbColor(mood.horizon));
  scene.fog = fog;
  scene.background = fog.color;
  // Hazards of solid kinds are drawn like blocks, after the world's own.
  const drawn: World = { ...world, blocks: [...world.blocks, ...hazardBlocks(world.hazards)] };
  const plan = groupIntoCells(drawn.blocks);
  const shared = createSharedUniforms(mood);
  const uniforms = { time: shared.time, clock: { value: 0 } };
  const materials = createBlockMaterials(shared);
  const shapes = createShapes();
  const resting = createStaticBlocks(drawn, plan, { materials, shapes });
  const moving = createMovingBlocks(drawn, plan.moving, { materials, shapes });
  const props = createProps(world, uniforms, options.reducedMotion);
  const light = createSunLight(mood);
  scene.add(resting.object, moving.object, props.object, ...light.objects);

  const setFogReach = (units: number) => {
    fog.near = units * mood.fogStart;
    fog.far = units;
  };
  const abort = new AbortController();
  let scenery: Scenery | null = null;
  let isRich = TIERS[options.tier].rich;
  let roundDistance = 0;
  const lastFocus = new Vector3(Number.POSITIVE_INFINITY);
  const setTier = (tier: Tier) => {
    const { far, shadows, rich, roundDistance: distance } = TIERS[tier];
    setFogReach(far * 0.97);
    light.setShadows(shadows === "map");
    isRich = rich;
    materials.setRich(rich);
    scenery?.setRich(rich);
    roundDistance = distance;
    lastFocus.setX(Number.POSITIVE_INFINITY);
  };
  setTier(options.tier);
  return {
    scene,
    /** Draw calls, bytes and triangles of the resting blocks that are built. */
    get counts() {
      return resting.counts;
    },
    /** Shows moving, crumbling and collected things at a moment `alpha` (0–1) between the tick before and `tick`. */
    update: ({ tick, alpha, focus, stars, checkpoint, crumbleAge, seconds }: SceneMoment): void => {
      uniforms.clock.value += seconds;
      if (!options.reducedMotion) shared.time.value += seconds;
      moving.update(tick, alpha, crumbleAge);
      props.update(stars, checkpoint);
      light.setFocus(focus);
      if (!(lastFocus.distanceToSquared(focus) < FOCUS_STEP ** 2)) {
        lastFocus.copy(focus);
        resting.setFocus(focus, roundDistance);
      }
    },
    setTier,
    setFogReach,
    /** Builds nearest cells first. Resolves when everything within 150 units is built; the rest follows in idle time. */
    build: async (near: Vec3): Promise<void> => {
      await resting.build(near);
      lastFocus.setX(Number.POSITIVE_INFINITY);
    },
    /** Adds the sky, tiles and sparks, whose code follows later. Resolves also if it can't be loaded. */
    showScenery: async (): Promise<void> => {
      const { signal } = abort;
      const module = await findScenery(signal);
      if (!module || signal.aborted) return;
      const { glows } = props;
      scenery = await module.loadScenery(
        { world: drawn, glows, mood, shared, uniforms, isSharp: isRich },
        signal,
      );
      if (!scenery) return;
      scenery.setRich(isRich);
      props.setBursts(scenery.bursts);
      scene.add(...scenery.objects);
      scene.background = null;
    },
    dispose: () => {
      abort.abort();
      resting.dispose();
      moving.dispose();
      props.dispose();
      scenery?.dispose();
      light.dispose();
      materials.dispose();
      shapes.dispose();
      shared.tiles.value.dispose();
      scene.clear();
    },
  };
}

const importScenery = () => import("./scenery.ts");

/** Loads the code of the scenery. Tries twice, because the level can be played without it. */
export async function findScenery(signal: AbortSignal) {
  const load = () => loadChunk(importScenery).catch(() => null);
  const module = await load();
  if (module || signal.aborted) return module;
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  return signal.aborted ? null : load();
}

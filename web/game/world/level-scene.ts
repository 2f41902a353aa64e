import { Fog, Scene, Vector3 } from "three";
import type { Material } from "#domain/world/materials.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import {
  createBlockMaterials,
  createSharedUniforms,
  createTileTexture,
  srgbColor,
} from "./block-material.ts";
import { groupIntoCells } from "./cells.ts";
import { hazardBlocks } from "./hazard-blocks.ts";
import { createMovingBlocks } from "./moving-blocks.ts";
import { createProps } from "./props.ts";
import { sceneMood } from "./scene-mood.ts";
import { createSky } from "./sky.ts";
import { createShapes, createStaticBlocks } from "./static-blocks.ts";
import { createSunLight } from "./sun-light.ts";
import { TIERS, type Tier } from "./tiers.ts";
import { prepareTiles } from "./tiles.ts";

/** A level in 3D. Figures are added to its scene. */
export interface LevelScene {
  readonly scene: Scene;
  /** Draw calls, bytes and triangles of the resting blocks that are built. */
  readonly counts: { draws: number; geometryBytes: number; triangles: number };
  /** Shows moving, crumbling and collected things at a moment `alpha` (0–1) between the tick before and `tick`. */
  update: (moment: SceneMoment) => void;
  setTier: (tier: Tier) => void;
  /** The distance at which fog hides everything, for cameras that see further than players. */
  setFogReach: (units: number) => void;
  /** Builds nearest cells first. Resolves when everything within 150 units is built; the rest follows in idle time. */
  build: (near: Vec3) => Promise<void>;
  dispose: () => void;
}

export interface SceneMoment {
  tick: number;
  alpha: number;
  /** The center of attention: shadows and details are best there. */
  focus: Vector3;
  /** 1 for each collected star, or null before a run. */
  stars: Uint8Array | null;
  /** The last checkpoint, −1 for none. */
  checkpoint: number;
  /** Ticks since the first touch of a crumbling block, −1 if untouched. */
  crumbleAge: (block: number) => number;
  /** Seconds since the last update. */
  seconds: number;
}

/** Distance that the focus moves before the details of far blocks are chosen again. */
const FOCUS_STEP = 12;

export function createLevelScene(world: World, options: { tier: Tier; reducedMotion: boolean }): LevelScene {
  const mood = sceneMood(world.ambience ?? "day");
  const scene = new Scene();
  const fog = new Fog(srgbColor(mood.horizon));
  scene.fog = fog;
  // Hazards of solid kinds are drawn like blocks, after the world's own.
  const drawn: World = { ...world, blocks: [...world.blocks, ...hazardBlocks(world.hazards)] };
  const plan = groupIntoCells(drawn.blocks);
  const tiles = prepareTiles(materialsOf(drawn));
  const texture = createTileTexture(tiles.pixels, TIERS[options.tier].rich);
  const shared = createSharedUniforms(mood, texture);
  const clock = { value: 0 };
  const materials = createBlockMaterials(shared);
  const shapes = createShapes();
  const resting = createStaticBlocks(drawn, plan, { materials, shapes });
  const moving = createMovingBlocks(drawn, plan.moving, { materials, shapes });
  const props = createProps(world, mood, { time: shared.time, clock }, options.reducedMotion);
  const sky = createSky(mood, shared);
  const light = createSunLight(mood);
  scene.add(resting.object, moving.object, props.object, ...sky.objects, ...light.objects);

  const setFogReach = (units: number) => {
    fog.near = units * mood.fogStart;
    fog.far = units;
  };
  let roundDistance = 0;
  const lastFocus = new Vector3(Number.POSITIVE_INFINITY);
  const setTier = (tier: Tier) => {
    const { far, shadows, rich, roundDistance: distance } = TIERS[tier];
    setFogReach(far * 0.97);
    light.setShadows(shadows === "map");
    materials.setRich(rich);
    sky.setRich(rich);
    roundDistance = distance;
    lastFocus.setX(Number.POSITIVE_INFINITY);
  };
  setTier(options.tier);
  return {
    scene,
    get counts() {
      return resting.counts;
    },
    update: ({ tick, alpha, focus, stars, checkpoint, crumbleAge, seconds }) => {
      clock.value += seconds;
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
    build: async (near) => {
      await resting.build(near, tiles.steps);
      texture.needsUpdate = true;
      lastFocus.setX(Number.POSITIVE_INFINITY);
    },
    dispose: () => {
      resting.dispose();
      moving.dispose();
      props.dispose();
      sky.dispose();
      light.dispose();
      materials.dispose();
      shapes.dispose();
      texture.dispose();
      scene.clear();
    },
  };
}

/** Grass has soil at its sides. */
function materialsOf({ blocks }: World): Material[] {
  const used = blocks.map(({ material }) => material ?? "plastic");
  return used.includes("grass") ? [...used, "dirt"] : used;
}

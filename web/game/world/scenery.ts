import type { DataArrayTexture, Object3D } from "three";
import type { Material } from "#domain/world/materials.ts";
import type { World } from "#domain/world/schema.ts";
import type { SharedUniforms } from "./block-material.ts";
import { Bursts } from "./bursts.ts";
import { type IdleSlices, runIdleSlices } from "./idle-slices.ts";
import { createPropGlows } from "./prop-glows.ts";
import type { PropUniforms } from "./prop-material.ts";
import type { PropGlows } from "./props.ts";
import type { SceneMood } from "./scene-mood.ts";
import { createSky } from "./sky.ts";
import { createTileTexture, prepareTiles } from "./tiles.ts";

export { Bursts, createPropGlows, createSky };

/** Parts of a level that it can be played without for a moment: sky, glows, sparks, and the tiles of its materials. */
export interface Scenery {
  readonly objects: readonly Object3D[];
  readonly bursts: Bursts;
  setRich: (isRich: boolean) => void;
  dispose: () => void;
}

export interface SceneryOptions {
  /** With the blocks that show its hazards. */
  world: World;
  glows: PropGlows;
  mood: SceneMood;
  shared: SharedUniforms;
  uniforms: PropUniforms;
  /** Keeps tiles sharp at flat angles. */
  isSharp: boolean;
}

/** Resolves when everything can be shown, or with null if it was aborted. */
export async function loadScenery(
  { world, glows, mood, shared, uniforms, isSharp }: SceneryOptions,
  signal: AbortSignal,
): Promise<Scenery | null> {
  const texture = await loadTiles(materialsOf(world), isSharp, signal);
  if (!texture) return null;
  const sky = createSky(mood, shared);
  const bursts = new Bursts(uniforms);
  const lights = createPropGlows(world, glows, uniforms, mood.glow);
  shared.tiles.value.dispose();
  shared.tiles.value = texture;
  return {
    objects: [...sky.objects, ...lights.objects, bursts.points],
    bursts,
    setRich: sky.setRich,
    dispose: () => {
      sky.dispose();
      bursts.dispose();
      lights.dispose();
    },
  };
}

/** Draws tiles in idle time. Resolves with null if it was aborted. */
export async function loadTiles(
  materials: readonly Material[],
  isSharp: boolean,
  signal: AbortSignal,
): Promise<DataArrayTexture | null> {
  const { pixels, steps } = prepareTiles(materials);
  const slices: IdleSlices = runIdleSlices(
    steps.map((run) => ({ weight: 1, run })),
    { urgent: 0, weight: 1 },
  );
  signal.addEventListener("abort", slices.cancel);
  await slices.reach(steps.length);
  signal.removeEventListener("abort", slices.cancel);
  return signal.aborted ? null : createTileTexture(pixels, isSharp);
}

/** Grass has soil at its sides. */
function materialsOf({ blocks }: World): Material[] {
  const used = blocks.map(({ material }) => material ?? "plastic");
  return used.includes("grass") ? [...used, "dirt"] : used;
}

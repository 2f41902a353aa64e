import { BufferGeometry, InstancedMesh, type Object3D, PerspectiveCamera, Vector3 } from "three";
import type { Vec3, World } from "#domain/world/schema.ts";
import { countDraws, groupIntoCells, instanceBytes, viewPlanes } from "#web/game/world/cells.ts";
import { createLevelRenderer } from "#web/game/world/level-renderer.ts";
import { createLevelScene } from "#web/game/world/level-scene.ts";
import { TIERS, type Tier } from "#web/game/world/tiers.ts";

/** Views that are drawn from different blocks, each in another direction. */
const VIEWS = 48;
const FIELD_OF_VIEW = 65;
/** Views of the grouping alone, which cost nothing. */
const CELL_VIEWS = 200;
const TURN = 0.61;
const SETTLED_MS = 500;
const PITCH = -0.2;
const EYE_HEIGHT = 5;

export interface DrawnWorld {
  /** The most draw calls of a view, as WebGL counts them. */
  draws: number;
  triangles: number;
  /** Bytes of everything that is uploaded for the scene's meshes. */
  bytes: number;
}

/** Draws a level from many places and counts. */
export async function drawWorld(world: World, tier: Tier): Promise<DrawnWorld> {
  const canvas = document.createElement("canvas");
  const renderer = createLevelRenderer(canvas, tier);
  renderer.setPixelRatio(1);
  renderer.setSize(320, 180, false);
  const level = createLevelScene(world, { tier, reducedMotion: false });
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 16 / 9, 0.1, TIERS[tier].far);
  const counted: DrawnWorld = { draws: 0, triangles: 0, bytes: 0 };
  await level.build(world.spawn.position);
  await level.showScenery();
  await waitUntilBuilt(level);
  for (let i = 0; i < VIEWS; i++) {
    const at = world.blocks[Math.floor((i / VIEWS) * world.blocks.length)]?.position ?? [0, 0, 0];
    const focus = new Vector3(...at);
    camera.position.copy(focus).y += EYE_HEIGHT;
    camera.rotation.set(PITCH, i * TURN, 0, "YXZ");
    level.update({
      tick: i,
      alpha: 1,
      focus,
      stars: null,
      checkpoint: -1,
      crumbleAge: () => -1,
      seconds: 1 / 60,
    });
    renderer.render(level.scene, camera);
    counted.draws = Math.max(counted.draws, renderer.info.render.calls);
    counted.triangles = Math.max(counted.triangles, renderer.info.render.triangles);
  }
  counted.bytes = bytesOf(level.scene);
  level.dispose();
  renderer.dispose();
  return counted;
}

/** Waits until nothing is added in idle time any more. */
async function waitUntilBuilt(level: { counts: { draws: number } }): Promise<void> {
  for (let draws = -1; draws !== level.counts.draws; ) {
    draws = level.counts.draws;
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  }
}

export interface GroupedWorld {
  draws: number;
  bytes: number;
}

/** Groups a world's resting blocks and counts the draw calls of views from many of them. */
export function groupWorld({ blocks }: World): GroupedWorld {
  const plan = groupIntoCells(blocks);
  const draws = Array.from({ length: CELL_VIEWS }, (_, i) => {
    const [x, y, z] = blocks[Math.floor((i / CELL_VIEWS) * blocks.length)]?.position ?? [0, 0, 0];
    const eye: Vec3 = [x, y + EYE_HEIGHT, z];
    const view = { yaw: i * TURN, pitch: PITCH, fov: FIELD_OF_VIEW, aspect: 16 / 9, far: TIERS.high.far };
    return countDraws(plan.batches, viewPlanes(eye, view));
  });
  return { draws: Math.max(...draws), bytes: instanceBytes(plan) };
}

/** Bytes of all vertices, indexes and instances in a scene; shared ones count once. */
function bytesOf(scene: Object3D): number {
  const arrays = new Set<ArrayBufferLike>();
  const add = (array: { buffer: ArrayBufferLike } | null | undefined) => array && arrays.add(array.buffer);
  scene.traverse((object) => {
    const { geometry } = object as Partial<{ geometry: unknown }>;
    if (geometry instanceof BufferGeometry) {
      for (const { array } of Object.values(geometry.attributes as BufferGeometry["attributes"])) add(array);
      add(geometry.index?.array);
    }
    if (object instanceof InstancedMesh) {
      add(object.instanceMatrix.array);
      add(object.instanceColor?.array);
    }
  });
  return [...arrays].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

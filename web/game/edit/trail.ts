import { toWorld } from "#domain/build/world.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import type { LevelScene, SceneMoment } from "#web/game/world/level-scene.ts";
import type { EditorCore } from "./editor-core.ts";
import { GROUND_Y } from "./surface.ts";

/** The cursor can be a little below a surface. */
const ABOVE = 0.25;
/** How far below the cursor a floor counts as under it. */
const FLOOR_REACH = 60;

/** The level as it is now. A test from the cursor starts there, in the direction of the camera. */
export function testWorld(core: EditorCore, from: "cursor" | "spawn"): World {
  const world = toWorld(core.document);
  if (from === "spawn") return world;
  const degrees = ((core.camera.yaw * 180) / Math.PI + 180) % 360;
  return { ...world, spawn: { position: startPoint(core), yaw: Math.round(degrees) } };
}

/** On the surface under the cursor, or else on the ground. */
function startPoint(core: EditorCore): Vec3 {
  const [x, y, z] = core.state.get().cursor ?? core.camera.target;
  const floor = core.picker.pick([x, y + ABOVE, z], [0, -1, 0], core.skipHidden);
  if (floor && floor.distance < FLOOR_REACH) return floor.point;
  return [x, Math.max(y, GROUND_Y), z];
}

/** Ticks between two points of a trail. */
const TRAIL_TICKS = 6;
/** 10 seconds. */
const TRAIL_POINTS = 100;
/** The line is drawn above the floor. */
const TRAIL_HEIGHT = 0.3;

/** The places of the last 10 seconds of a run, oldest first. */
export class Trail {
  readonly #points: Vec3[] = [];
  #tick = Number.NEGATIVE_INFINITY;

  add(tick: number, [x, y, z]: Vec3): void {
    if (tick - this.#tick < TRAIL_TICKS) return;
    this.#tick = tick;
    this.#points.push([x, y + TRAIL_HEIGHT, z]);
    if (this.#points.length > TRAIL_POINTS) this.#points.shift();
  }

  get points(): readonly Vec3[] {
    return this.#points;
  }

  /** x, y, z of each point; null if the runner never moved. */
  line(): Float32Array | null {
    const [first] = this.#points;
    const hasMoved =
      first && this.#points.some((point) => Math.hypot(...point.map((v, i) => v - first[i as 0])) > 1);
    return hasMoved ? Float32Array.from(this.#points.flat()) : null;
  }
}

/** A scene that a game draws in and whose owner records where the runner is. */
export function recordTrail(level: LevelScene, trail: Trail): LevelScene {
  return {
    scene: level.scene,
    get counts() {
      return level.counts;
    },
    update: (moment: SceneMoment) => {
      const { x, y, z } = moment.focus;
      if (moment.stars) trail.add(moment.tick, [x, y, z]);
      level.update(moment);
    },
    setTier: (tier) => level.setTier(tier),
    setFogReach: (units) => level.setFogReach(units),
    build: (near) => level.build(near),
    showScenery: () => level.showScenery(),
    dispose: () => level.dispose(),
  };
}

/** Parts right under a trail, each once. */
export function partsUnder(core: EditorCore, trail: Trail): string[] {
  const ids = new Set<string>();
  for (const point of trail.points) {
    const picked = core.picker.pick(point, [0, -1, 0], core.skipUnselectable);
    if (picked && picked.distance < TRAIL_HEIGHT + 1.5 && core.document.get(picked.id)?.kind === "block")
      ids.add(picked.id);
  }
  return [...ids];
}

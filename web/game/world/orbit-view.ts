import { PerspectiveCamera, Vector3 } from "three";
import type { Vec3, World } from "#domain/world/schema.ts";
import { createLevelRenderer, setRendererTier } from "./level-renderer.ts";
import { createLevelScene } from "./level-scene.ts";
import { OrbitGestures } from "./orbit-gestures.ts";
import { TierMeter } from "./tiers.ts";

/** A level that turns on a canvas. */
export interface OrbitView {
  /** Resolves when the whole level can be seen for the first time. */
  readonly ready: Promise<void>;
  /** Turns the camera by radians around and above the level. */
  turn: (yaw: number, pitch: number) => void;
  /** Changes the distance: below 1 is closer. */
  zoom: (factor: number) => void;
  dispose: () => void;
}

const FOV = 40;
const LOWEST = -0.15;
const HIGHEST = 1.45;
/** Radians per second of a view that no one has touched. */
const AUTO_TURN = 0.12;
const TICKS_PER_SECOND = 60;

/** Shows the whole level from outside. Dragging, pinching and the wheel move the camera; `onLost` reports a lost context. */
export function createOrbitView({
  canvas,
  world,
  reducedMotion,
  onLost,
}: {
  canvas: HTMLCanvasElement;
  world: World;
  reducedMotion: boolean;
  onLost?: () => void;
}): OrbitView {
  const meter = new TierMeter("medium");
  const renderer = createLevelRenderer(canvas, meter.tier);
  const level = createLevelScene(world, { tier: meter.tier, reducedMotion });
  const { center, radius } = frameOf(world);
  const camera = new PerspectiveCamera(FOV, 1, 1, 100);
  const eye = new Vector3();
  let [yaw, pitch, distance] = [startYaw(world, center), 0.5, 1];
  let isTouched = reducedMotion;
  let isDisposed = false;
  let isReady = false;
  let seconds = 0;
  let frame = 0;
  let lastTime = 0;

  const turn = (byYaw: number, byPitch: number) => {
    isTouched = true;
    yaw += byYaw;
    pitch = Math.min(HIGHEST, Math.max(LOWEST, pitch + byPitch));
  };
  const zoom = (factor: number) => {
    isTouched = true;
    distance = Math.min(1.6, Math.max(0.2, distance * factor));
  };
  const gestures = new OrbitGestures(canvas, turn, zoom);

  const resize = () => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
  };
  const observer = new ResizeObserver(resize);
  observer.observe(canvas);

  const draw = (step: number) => {
    seconds += step;
    if (!isTouched) yaw += AUTO_TURN * step;
    // The narrower side of the view holds the whole world.
    const half = Math.atan(Math.tan((FOV * Math.PI) / 360) * Math.min(1, camera.aspect));
    const away = (radius / Math.sin(half)) * 0.86 * distance;
    const flat = Math.cos(pitch) * away;
    eye.set(Math.sin(yaw) * flat, Math.sin(pitch) * away, Math.cos(yaw) * flat).add(center);
    camera.position.copy(eye);
    camera.lookAt(center);
    camera.near = Math.max(0.5, away * 0.01);
    camera.far = away + radius * 2;
    camera.updateProjectionMatrix();
    const ticks = reducedMotion ? 0 : seconds * TICKS_PER_SECOND;
    const tick = Math.ceil(ticks);
    level.setFogReach(camera.far * 3);
    level.update({
      tick,
      alpha: ticks - tick + 1,
      focus: center,
      stars: null,
      checkpoint: -1,
      crumbleAge: () => -1,
      seconds: step,
    });
    renderer.render(level.scene, camera);
  };
  const loop = (time: number) => {
    frame = requestAnimationFrame(loop);
    const ms = lastTime ? time - lastTime : 0;
    lastTime = time;
    draw(Math.min(0.1, ms / 1000));
    const tier = isReady ? meter.addFrame(ms) : null;
    if (!tier) return;
    setRendererTier(renderer, tier);
    level.setTier(tier);
    resize();
  };
  const handleLost = (event: Event) => {
    event.preventDefault();
    onLost?.();
  };
  canvas.addEventListener("webglcontextlost", handleLost);

  const ready = level.build([center.x, center.y, center.z]).then(() => {
    if (isDisposed) return;
    resize();
    draw(0);
    isReady = true;
    frame = requestAnimationFrame(loop);
  });
  return {
    ready,
    turn,
    zoom,
    dispose: () => {
      isDisposed = true;
      cancelAnimationFrame(frame);
      observer.disconnect();
      gestures.dispose();
      canvas.removeEventListener("webglcontextlost", handleLost);
      level.dispose();
      renderer.dispose();
    },
  };
}

/** The middle of a level and the radius around it, without the far ends of seas and baseplates. */
function frameOf({ blocks, spawn, goal, stars }: World): { center: Vector3; radius: number } {
  const sides = blocks.map(({ size }) => Math.max(...size)).sort((a, b) => a - b);
  const typical = sides[Math.floor(sides.length * 0.6)] ?? 4;
  const low = new Vector3(...spawn.position);
  const high = low.clone();
  const include = ([x, y, z]: Vec3, half = 2) => {
    low.set(Math.min(low.x, x - half), Math.min(low.y, y - half), Math.min(low.z, z - half));
    high.set(Math.max(high.x, x + half), Math.max(high.y, y + half), Math.max(high.z, z + half));
  };
  for (const { position, size } of blocks) {
    if (Math.max(...size) < typical * 12) include(position, Math.min(...size) / 2);
  }
  for (const { position } of [...stars, ...(goal ? [goal] : [])]) include(position);
  return { center: low.clone().add(high).divideScalar(2), radius: Math.max(8, low.distanceTo(high) / 2) };
}

/** The corner from which the spawn is in front. */
function startYaw({ spawn: { position } }: World, center: Vector3): number {
  const away = Math.hypot(position[0] - center.x, position[2] - center.z);
  return away < 4 ? Math.PI / 4 : Math.atan2(position[0] - center.x, position[2] - center.z) + 0.5;
}

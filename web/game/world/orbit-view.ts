import { PerspectiveCamera, Vector3 } from "three";
import type { Vec3, World } from "#domain/world/schema.ts";
import { createLevelRenderer, guessTier, setRendererTier } from "./level-renderer.ts";
import { createLevelScene, NO_RUN } from "./level-scene.ts";
import { TierMeter } from "./tier-meter.ts";

/** Radians per CSS pixel of dragging. */
const DRAG = 0.008;

/** Turns pointer and wheel events on a canvas into movements of an orbiting camera. */
function listenForOrbit(
  canvas: HTMLCanvasElement,
  { turn, zoom }: { turn: (yaw: number, pitch: number) => void; zoom: (factor: number) => void },
  signal: AbortSignal,
): void {
  const pointers = new Map<number, { x: number; y: number }>();
  const press = ({ button, pointerId, clientX: x, clientY: y }: PointerEvent) => {
    if (button !== 0) return;
    canvas.setPointerCapture(pointerId);
    pointers.set(pointerId, { x, y });
  };
  const move = ({ pointerId, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    const last = pointers.get(pointerId);
    if (!last) return;
    const other = [...pointers].find(([id]) => id !== pointerId)?.[1];
    if (other) {
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      zoom(before / Math.max(1, Math.hypot(x - other.x, y - other.y)));
    } else {
      // One finger up or down scrolls the page.
      turn(-(x - last.x) * DRAG, pointerType === "touch" ? 0 : (y - last.y) * DRAG);
    }
    pointers.set(pointerId, { x, y });
  };
  const release = ({ pointerId }: PointerEvent) => pointers.delete(pointerId);
  const roll = (event: WheelEvent) => {
    event.preventDefault();
    zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.003));
  };
  canvas.addEventListener("pointerdown", press, { signal });
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", release, { signal });
  canvas.addEventListener("pointercancel", release, { signal });
  canvas.addEventListener("wheel", roll, { signal, passive: false });
}

const FOV = 40;
const LOWEST = -0.15;
const HIGHEST = 1.45;
/** Radians per second of a view that no one has touched. */
const AUTO_TURN = 0.12;
const TICKS_PER_SECOND = 60;
/** Milliseconds of a slow frame, and how many in a row stop the animation. */
const SLOW_FRAME = 120;
const MOST_SLOW_FRAMES = 8;

interface OrbitViewOptions {
  canvas: HTMLCanvasElement;
  world: World;
  reducedMotion: boolean;
  onLost?: () => void;
}

export type OrbitView = ReturnType<typeof createOrbitView>;

/** Shows the whole level from outside. Dragging, pinching and the wheel move the camera; `onLost` reports a lost context. */
export function createOrbitView({ canvas, world, reducedMotion, onLost }: OrbitViewOptions) {
  const renderer = createLevelRenderer(canvas);
  const meter = new TierMeter(guessTier(renderer.getContext()));
  const level = createLevelScene(world, { tier: meter.tier, reducedMotion });
  const { center, radius, halfHeight } = frameOf(world);
  const camera = new PerspectiveCamera(FOV, 1, 1, 100);
  const eye = new Vector3();
  let [yaw, pitch, distance] = [startYaw(world, center), 0.5, 1];
  let isTouched = reducedMotion;
  /** Nothing moves by itself: only draws after a change. */
  let isStill = reducedMotion;
  let isChanged = true;
  let slowFrames = 0;
  let isDisposed = false;
  let seconds = 0;
  let frame = 0;
  let drawn = 0;
  let lastTime = 0;

  const turn = (byYaw: number, byPitch: number) => {
    isTouched = isChanged = true;
    yaw += byYaw;
    pitch = Math.min(HIGHEST, Math.max(LOWEST, pitch + byPitch));
  };
  const zoom = (factor: number) => {
    isTouched = isChanged = true;
    distance = Math.min(1.6, Math.max(0.2, distance * factor));
  };
  const abort = new AbortController();
  const { signal } = abort;
  listenForOrbit(canvas, { turn, zoom }, signal);

  const resize = () => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    isChanged = true;
  };
  const observer = new ResizeObserver(resize);
  observer.observe(canvas);

  const draw = (step: number) => {
    seconds += step;
    if (!isTouched) yaw += AUTO_TURN * step;
    // Both sides of the view hold the whole world.
    const half = Math.tan((FOV * Math.PI) / 360);
    const tall = halfHeight * Math.cos(pitch) + radius * Math.abs(Math.sin(pitch));
    const away = (Math.max(tall / half, radius / (half * camera.aspect)) + radius * 0.5) * distance;
    const flat = Math.cos(pitch) * away;
    eye.set(Math.sin(yaw) * flat, Math.sin(pitch) * away, Math.cos(yaw) * flat).add(center);
    camera.position.copy(eye);
    camera.lookAt(center);
    camera.near = Math.max(0.5, away * 0.01);
    camera.far = away + (radius + halfHeight) * 3;
    camera.updateProjectionMatrix();
    const ticks = reducedMotion ? 0 : seconds * TICKS_PER_SECOND;
    const tick = Math.ceil(ticks);
    level.setFogReach(camera.far * 3);
    level.update({ ...NO_RUN, tick, alpha: ticks - tick + 1, focus: center, seconds: step });
    renderer.render(level.scene, camera);
  };
  const loop = (time: number) => {
    frame = requestAnimationFrame(loop);
    const ms = lastTime ? time - lastTime : 0;
    lastTime = time;
    const { draws } = level.counts;
    if (isStill && !isChanged && draws === drawn) return;
    isChanged = false;
    drawn = draws;
    draw(Math.min(0.1, ms / 1000));
    if (isStill) return;
    const tier = meter.addFrame(ms);
    if (tier) {
      setRendererTier(renderer, tier);
      level.setTier(tier);
      resize();
    }
    // Too slow for an animation even at the lowest tier.
    slowFrames = meter.tier === "low" && ms > SLOW_FRAME ? slowFrames + 1 : 0;
    isStill = slowFrames >= MOST_SLOW_FRAMES;
  };
  const handleLost = (event: Event) => {
    event.preventDefault();
    onLost?.();
  };
  const handleRestored = () => {
    isChanged = true;
  };
  canvas.addEventListener("webglcontextlost", handleLost, { signal });
  canvas.addEventListener("webglcontextrestored", handleRestored, { signal });

  const build = async () => {
    await level.build([center.x, center.y, center.z]);
    if (!isDisposed) await level.showScenery();
  };
  const ready = build().then(() => {
    if (isDisposed) return;
    resize();
    draw(0);
    frame = requestAnimationFrame(loop);
  });
  return {
    /** Resolves when the whole level can be seen for the first time. */
    ready,
    turn,
    zoom,
    dispose: () => {
      isDisposed = true;
      cancelAnimationFrame(frame);
      observer.disconnect();
      abort.abort();
      level.dispose();
      renderer.dispose();
      // Browsers drop contexts if a page has many.
      renderer.forceContextLoss();
    },
  };
}

/** The middle of a level, the radius around it seen from above, and half its height, without the far ends of seas and baseplates. */
function frameOf({ blocks, spawn, goal, stars }: World) {
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
  const half = high.clone().sub(low).divideScalar(2);
  return {
    center: low.clone().add(half),
    radius: Math.max(6, Math.hypot(half.x, half.z)),
    halfHeight: Math.max(4, half.y),
  };
}

/** The corner from which the spawn is in front. */
function startYaw({ spawn: { position } }: World, center: Vector3): number {
  const away = Math.hypot(position[0] - center.x, position[2] - center.z);
  return away < 4 ? Math.PI / 4 : Math.atan2(position[0] - center.x, position[2] - center.z) + 0.5;
}

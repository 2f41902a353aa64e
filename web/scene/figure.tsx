import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useMemo, useRef } from "react";
import { Box3, type PerspectiveCamera, Sphere, Vector3 } from "three";
import type { BopiColors } from "#domain/avatar/colors.ts";
import { assembleBopi, type BopiModel, type EquippedItems } from "#domain/avatar/model/assemble-bopi.ts";
import { boxOf } from "#domain/avatar/model/camera.ts";
import { stageLights } from "#domain/avatar/model/stage.ts";
import type { Orbit } from "./orbit.ts";

export interface BopiFigureProps {
  colors: BopiColors;
  equipped: EquippedItems;
  orbit: Orbit;
  /** Each new number makes the bopi hop. */
  hops: number;
  /** Disables all motion. */
  still: boolean;
  /** Called after the figure has been drawn for the first time. */
  onDrawn: () => void;
}

/** The dressed bopi with lights and an orbiting camera. */
export function BopiFigure({ colors, equipped, orbit, hops, still, onDrawn }: BopiFigureProps) {
  const invalidate = useThree((three) => three.invalidate);
  const bopi = useBopi(colors, equipped);
  const lights = useMemo(stageLights, []);
  const sphere = useMemo(() => sphereAround(bopi), [bopi]);
  const drawn = useRef(false);
  const lastHop = useRef({ hops, at: Number.NEGATIVE_INFINITY });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame depends on all of these
  useEffect(() => invalidate(), [bopi, orbit, still, invalidate]);
  useFrame(({ camera, clock, size }) => {
    placeCamera(camera as PerspectiveCamera, orbit, sphere, size.width / size.height);
    breathe(bopi, still ? 0 : clock.elapsedTime);
    const now = clock.elapsedTime;
    if (lastHop.current.hops !== hops) lastHop.current = { hops, at: now };
    bopi.object.position.y = still ? 0 : hopHeight(now - lastHop.current.at);
    if (drawn.current) return;
    drawn.current = true;
    // This frame is drawn right after the callback, so it is visible in the next one.
    requestAnimationFrame(onDrawn);
  });
  return (
    <>
      {lights.map((light) => (
        <primitive object={light} key={light.uuid} />
      ))}
      <primitive object={bopi.object} />
    </>
  );
}

/** Assembles a bopi and frees its GPU resources when the look changes. */
function useBopi(colors: BopiColors, equipped: EquippedItems): BopiModel {
  const bopi = useMemo(() => assembleBopi(colors, equipped), [colors, equipped]);
  useEffect(() => () => bopi.dispose(), [bopi]);
  return bopi;
}

/** Returns a sphere around the tallest bopi, extended to fit the hats and the toy. */
function sphereAround(bopi: BopiModel): Sphere {
  const box = new Box3(new Vector3(-1.2, 0, -0.9), new Vector3(1.2, 4.3, 0.9));
  for (const part of [bopi.hats, bopi.toy]) if (part.children.length > 0) box.union(boxOf(part));
  return box.getBoundingSphere(new Sphere());
}

function placeCamera(
  camera: PerspectiveCamera,
  { around, above }: Orbit,
  { center, radius }: Sphere,
  aspect: number,
) {
  camera.fov = 26;
  const half = Math.sin((camera.fov * Math.PI) / 360);
  const distance = (radius * 0.96) / half / Math.min(1, aspect);
  camera.position.set(
    center.x + distance * Math.sin(around) * Math.cos(above),
    center.y + distance * Math.sin(above),
    center.z + distance * Math.cos(around) * Math.cos(above),
  );
  camera.near = 1;
  camera.far = 100;
  camera.lookAt(center);
  camera.updateProjectionMatrix();
}

const HOP_SECONDS = 0.42;
const HOP_HEIGHT = 0.5;

/** The height of a hop this long after its start. */
function hopHeight(seconds: number): number {
  const share = seconds / HOP_SECONDS;
  return share < 1 ? 4 * HOP_HEIGHT * share * (1 - share) : 0;
}

/** Idle animation: the body rises a little, the head nods after it, the free arm swings. */
function breathe({ body, head, arms }: BopiModel, seconds: number): void {
  const breath = Math.sin(seconds * 1.9);
  body.position.y = 0.018 * breath;
  head.rotation.x = 0.014 * Math.sin(seconds * 1.9 - 0.7);
  head.rotation.z = 0.012 * Math.sin(seconds * 0.8);
  arms.left.rotation.z = 0.26 + 0.025 * Math.sin(seconds * 1.9 - 0.4);
}

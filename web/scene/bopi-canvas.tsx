import { createRoot, type ReconcilerRoot, useFrame, useThree } from "@react-three/fiber";
import { RotateCcw, RotateCw } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Box3, type PerspectiveCamera, Sphere, setConsoleFunction, Vector3 } from "three";
import type { BopiColors } from "#domain/avatar/colors.ts";
import { assembleBopi, type BopiModel, type EquippedItems } from "#domain/avatar/model/assemble-bopi.ts";
import { boxOf, FRONT } from "#domain/avatar/model/camera.ts";
import { stageLights } from "#domain/avatar/model/stage.ts";
import { useMediaQuery } from "#web/lib/media-query.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { loadEquipped } from "./load.ts";
import { type LocalItem, type PreviewLook, withLocalItem } from "./look.ts";
import styles from "./preview.module.css";
import { sceneText } from "./text.ts";

const MAX_PIXEL_RATIO = 2;

// react-three-fiber creates a THREE.Clock in every store, which three has warned about since r183. Hides only that warning.
setConsoleFunction((type, message: string, ...rest: unknown[]) => {
  if (message.includes("THREE.Clock")) return;
  if (type === "error") console.error(message, ...rest);
  else console.warn(message, ...rest);
});

/**
 * A canvas for react-three-fiber. Its own `Canvas` bundles all of three.js; this one only draws existing objects
 * (`primitive`), which needs a fraction of it. Colors are shown without tone mapping.
 */
function Stage({ still, onLost, children }: { still: boolean; onLost: () => void; children: ReactNode }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const root = useRef<ReconcilerRoot<HTMLCanvasElement> | null>(null);
  const latest = useRef(children);
  latest.current = children;

  useEffect(() => {
    const element = canvas.current;
    const box = element?.parentElement;
    if (!element || !box) return;
    // `Canvas` registers all of three.js. `createRoot` with existing objects makes the 3D chunk a quarter smaller.
    const newRoot = createRoot(element);
    let isUnmounted = false;
    const resize = async () => {
      const { width, height } = box.getBoundingClientRect();
      if (!width || !height) return;
      await newRoot.configure({
        flat: true,
        dpr: [1, MAX_PIXEL_RATIO],
        gl: { antialias: true, alpha: true },
        frameloop: still ? "demand" : "always",
        size: { width, height, top: 0, left: 0 },
      });
      if (isUnmounted) return;
      root.current = newRoot;
      newRoot.render(latest.current);
    };
    const observer = new ResizeObserver(() => void resize());
    observer.observe(box);
    const handleLost = (event: Event) => {
      event.preventDefault();
      onLost();
    };
    element.addEventListener("webglcontextlost", handleLost);
    return () => {
      isUnmounted = true;
      root.current = null;
      observer.disconnect();
      // Unmounting also releases the context, which must not count as lost.
      element.removeEventListener("webglcontextlost", handleLost);
      newRoot.unmount();
    };
  }, [still, onLost]);

  useEffect(() => {
    root.current?.render(children);
  }, [children]);

  return <canvas ref={canvas} className={styles.surface} />;
}

interface BopiFigureProps {
  colors: BopiColors;
  equipped: EquippedItems;
  orbit: Orbit;
  /** Each new number makes the bopi hop. */
  hops: number;
  still: boolean;
  onDrawn: () => void;
}

/** The dressed bopi with lights and an orbiting camera. */
function BopiFigure({ colors, equipped, orbit, hops, still, onDrawn }: BopiFigureProps) {
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
    const now = clock.elapsedTime;
    breathe(bopi, still ? 0 : now);
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
  camera.position.setFromSphericalCoords(distance, Math.PI / 2 - above, around).add(center);
  camera.near = 1;
  camera.far = 100;
  camera.lookAt(center);
  camera.updateProjectionMatrix();
}

const HOP_SECONDS = 0.42;
const HOP_HEIGHT = 0.5;

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

const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** The camera's angles in radians: around and above the bopi. */
const START = { around: radians(FRONT.around), above: radians(FRONT.above) };
export type Orbit = typeof START;
const LOWEST = radians(-20);
const HIGHEST = radians(80);
/** Radians per pixel. */
const DRAG = 0.011;
const KEYS: Record<string, readonly [around: number, above: number]> = {
  ArrowLeft: [-0.2, 0],
  ArrowRight: [0.2, 0],
  ArrowUp: [0, 0.12],
  ArrowDown: [0, -0.12],
};

/** State and handlers for rotating a figure by mouse, touch or arrow keys. */
function useOrbit() {
  const [state, setState] = useState(START);
  const move = (around: number, above: number) =>
    setState((now) => ({
      around: now.around + around,
      above: Math.min(HIGHEST, Math.max(LOWEST, now.above + above)),
    }));
  return {
    state,
    turn: (around: number) => move(around, 0),
    handlers: {
      tabIndex: 0,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        // Vertical touch movement scrolls the page.
        move(-event.movementX * DRAG, event.pointerType === "touch" ? 0 : event.movementY * DRAG);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const step = KEYS[event.key];
        if (event.key === "Home") setState(START);
        else if (step) move(...step);
        else return;
        event.preventDefault();
      },
    },
  };
}

export interface BopiCanvasProps {
  look: PreviewLook;
  localItem: LocalItem | null;
  /** Each new number makes the bopi hop. */
  hops: number;
  label: string;
  onReady: () => void;
  onLost: () => void;
}

const QUARTER = Math.PI / 4;

/** Returns the loaded equipped items; the previous ones while new files load. */
function useEquipped(look: PreviewLook): EquippedItems | null {
  const [equipped, setEquipped] = useState<EquippedItems | null>(null);
  const key = Object.entries(look.items)
    .map(([slot, item]) => `${slot}:${item?.uuid ?? ""}`)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the items
  useEffect(() => {
    let current = true;
    loadEquipped(look.items).then(
      (loaded) => current && setEquipped(loaded),
      () => current && toast(sceneText.notLoaded, { tone: "bad" }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return equipped;
}

/** The canvas, loaded when it is first needed. */
export default function BopiCanvas({ look, localItem, hops, label, onReady, onLost }: BopiCanvasProps) {
  const equipped = useEquipped(look);
  const orbit = useOrbit();
  const still = useMediaQuery("(prefers-reduced-motion: reduce)");
  const dressed = useMemo(() => equipped && withLocalItem(equipped, localItem), [equipped, localItem]);
  if (!dressed) return null;
  return (
    <>
      <div className={styles.canvas} role="img" aria-label={label} {...orbit.handlers}>
        <Stage still={still} onLost={onLost}>
          <BopiFigure
            colors={look.colors}
            equipped={dressed}
            orbit={orbit.state}
            hops={hops}
            still={still}
            onDrawn={onReady}
          />
        </Stage>
      </div>
      <div className={styles.turns}>
        <IconButton
          icon={RotateCw}
          label={sceneText.turnLeft}
          variant="solid"
          onClick={() => orbit.turn(-QUARTER)}
        />
        <IconButton
          icon={RotateCcw}
          label={sceneText.turnRight}
          variant="solid"
          onClick={() => orbit.turn(QUARTER)}
        />
      </div>
    </>
  );
}

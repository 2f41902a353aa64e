import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Camera,
  type LucideIcon,
  Minus,
  Plus,
  Sparkles,
} from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import type { PictureView } from "#domain/build/picture-view.ts";
import { toWorld } from "#domain/build/world.ts";
import { chooseShot, type RatedShot, rateShots } from "#domain/world/director/choose-shot.ts";
import { SHOT_KINDS, type ShotKind } from "#domain/world/director/shot-kind.ts";
import { drawWorld } from "#domain/world/draw-world.ts";
import type { World } from "#domain/world/schema.ts";
import { listen } from "#web/lib/listen.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useBuilder } from "../builder-context.ts";
import { builderPublishText as text } from "../text/builder-publish.ts";
import styles from "./publish-modal.module.css";

/** The angles and heights that a picture can have. */
const PITCH = { min: 5, max: 85 };
const HEIGHT = { min: 4, max: 4_096 };

const within = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(max, Math.max(min, value));
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Turns a view by degrees, around the level and downwards. */
export function turnView(view: PictureView, yaw: number, pitch: number): PictureView {
  // From −180 to 180, so it can be turned on and on.
  const turned = ((((view.yaw + yaw + 180) % 360) + 360) % 360) - 180;
  return { ...view, yaw: rounded(turned), pitch: rounded(within(view.pitch + pitch, PITCH)) };
}

export const zoomView = (view: PictureView, factor: number): PictureView => ({
  ...view,
  height: rounded(within(view.height * factor, HEIGHT)),
});

const PREVIEW_SIZE = { width: 640, height: 360 } as const;
const COARSE_SIZE = { width: 256, height: 144 } as const;

/** Draws the level's picture as the renderer will. A coarse one takes a sixth of the time. */
function drawPicture(world: World, view: PictureView | null, isFine: boolean): ImageData {
  const size = isFine ? PREVIEW_SIZE : COARSE_SIZE;
  return new ImageData(new Uint8ClampedArray(drawWorld(world, { ...size, view })), size.width, size.height);
}

/** Degrees of a key press or a button. */
const STEP = 10;
/** Degrees of a pixel. */
const DRAG = 0.4;
const ZOOM = 1.15;
/** A coarse picture shows while the view changes, and a fine one this long after. */
const FINE_MS = 180;

type Change = (view: PictureView) => PictureView;

const BUTTONS: readonly [label: string, icon: LucideIcon, change: Change][] = [
  [text.turnLeft, ArrowLeft, (view) => turnView(view, -STEP, 0)],
  [text.turnRight, ArrowRight, (view) => turnView(view, STEP, 0)],
  [text.tiltUp, ArrowUp, (view) => turnView(view, 0, STEP)],
  [text.tiltDown, ArrowDown, (view) => turnView(view, 0, -STEP)],
  [text.zoomIn, Plus, (view) => zoomView(view, 1 / ZOOM)],
  [text.zoomOut, Minus, (view) => zoomView(view, ZOOM)],
];

const KEYS: Record<string, Change> = {
  ArrowLeft: (view) => turnView(view, -STEP, 0),
  ArrowRight: (view) => turnView(view, STEP, 0),
  ArrowUp: (view) => turnView(view, 0, STEP),
  ArrowDown: (view) => turnView(view, 0, -STEP),
  "+": (view) => zoomView(view, 1 / ZOOM),
  "=": (view) => zoomView(view, 1 / ZOOM),
  "-": (view) => zoomView(view, ZOOM),
};

/** Draws the picture again whenever its view changes: coarse at once, fine a moment later. */
function useDrawing(chosen: PictureView | null, shot: ShotKind | null) {
  const { session } = useBuilder();
  /** Rated once, when a picture without a camera is first drawn. */
  const rated = useRef<readonly RatedShot[] | null>(null);
  const shown = useRef(chosen);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<"drawing" | "drawn" | "failed">("drawing");
  // The level can't be changed here while it's published.
  const world = useMemo(() => toWorld(session.model.document), [session]);
  const isFirst = useRef(true);
  useEffect(() => {
    const draw = (isFine: boolean) => {
      try {
        if (!chosen) rated.current ??= rateShots(world);
        const shots = (rated.current ?? []).filter(({ kind }) => shot === null || kind === shot);
        const view = chosen ?? chooseShot(shots, []).view;
        shown.current = view;
        const image = drawPicture(world, view, isFine);
        if (!canvas.current) return;
        canvas.current.width = image.width;
        canvas.current.height = image.height;
        canvas.current.getContext("2d")?.putImageData(image, 0, 0);
        setState("drawn");
      } catch (error) {
        reportError(error);
        setState("failed");
      }
    };
    const wasFirst = isFirst.current;
    isFirst.current = false;
    const frame = requestAnimationFrame(() => draw(false));
    const timer = setTimeout(() => draw(true), wasFirst ? 30 : FINE_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [world, chosen, shot]);
  return { canvas, state, shown };
}

/** Turns by dragging, and zooms with two fingers. */
function usePointers(change: (next: Change) => void) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const distance = () => {
    const [a, b] = [...pointers.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const last = pointers.current.get(event.pointerId);
      if (!last) return;
      const before = distance();
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = distance();
      if (before && after) change((view) => zoomView(view, before / after));
      else change((view) => turnView(view, (last.x - event.clientX) * DRAG, (event.clientY - last.y) * DRAG));
    },
    onPointerUp: (event: PointerEvent) => pointers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent) => pointers.current.delete(event.pointerId),
  };
}

export interface PictureStepProps {
  view: PictureView | null;
  /** The kind of shot without a camera; null lets the director choose. */
  shot: ShotKind | null;
  onChange: (view: PictureView) => void;
  onShot: (shot: ShotKind | null) => void;
}

export function PictureStep({ view, shot, onChange, onShot }: PictureStepProps) {
  const { editor } = useBuilder();
  const { canvas, state, shown } = useDrawing(view, shot);
  const latest = useRef(view);
  latest.current = view;
  const change = (next: Change) => {
    latest.current = next(latest.current ?? shown.current ?? editor.pictureView());
    onChange(latest.current);
  };
  const zoom = useRef(change);
  zoom.current = change;
  useEffect(() => {
    // React's wheel listeners are passive, so the modal would scroll as well.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoom.current((before) => zoomView(before, event.deltaY > 0 ? ZOOM : 1 / ZOOM));
    };
    return listen(canvas.current, "wheel", onWheel, { passive: false });
  }, [canvas]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = KEYS[event.key];
    if (!next || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    change(next);
  };
  return (
    <div className={styles.step}>
      <p className={styles.note}>{text.pictureText}</p>
      <div className={styles.frame}>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is turned by keys and pointers */}
        <canvas
          ref={canvas}
          {...PREVIEW_SIZE}
          className={cx(styles.picture, state === "failed" && styles.hidden)}
          role="application"
          aria-label={text.pictureLabel}
          tabIndex={0}
          onKeyDown={onKeyDown}
          {...usePointers(change)}
        />
        {state !== "drawn" && (
          <p className={styles.drawing}>{state === "failed" ? text.notDrawn : text.drawing}</p>
        )}
      </div>
      <div className={styles.controls}>
        {BUTTONS.map(([label, icon, next]) => (
          <IconButton key={label} icon={icon} label={label} onClick={() => change(next)} />
        ))}
        <Button size="s" icon={Camera} onClick={() => onChange(editor.pictureView())}>
          {text.useView}
        </Button>
      </div>
      <fieldset className={styles.controls} aria-label={text.shots}>
        <Button
          size="s"
          icon={Sparkles}
          aria-pressed={view === null && shot === null}
          onClick={() => onShot(null)}
        >
          {text.auto}
        </Button>
        {SHOT_KINDS.map((kind) => (
          <Button
            key={kind}
            size="s"
            aria-pressed={view === null && shot === kind}
            onClick={() => onShot(kind)}
          >
            {text.shotNames[kind]}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}

import { type BopiColors, DEFAULT_COLORS } from "./colors.ts";
import { face, type Mood } from "./figure-face.ts";
import { type FigureNode, node, toMarkup } from "./figure-node.ts";

/**
 * A bopi as a flat drawing, from its colours alone. It stands in wherever no rendered picture is: on the
 * first screen, in a message that something is missing, and while a render is on its way.
 */
export interface FigureOptions {
  colors?: BopiColors;
  view?: "full" | "headshot";
  mood?: Mood;
  pose?: "stand" | "wave";
  /** Keeps the gradients of several drawings on one page apart. */
  prefix?: string;
}

const VIEWS = { full: "0 0 256 256", headshot: "56 2 144 144" };

const HEAD = "M75 46C75 23 92 13 128 13s53 10 53 33l1 18c0 31-20 43-54 43S74 95 74 64z";
const TORSO = "M103 99c7-4 43-4 50 0 11 7 16 42 18 63 1 13-11 17-43 17s-44-4-43-17c2-21 7-56 18-63z";
const SHOE = "M83 227c0-15 9-22 23-22 14 0 21 5 21 17v9c0 5-3 8-8 8H91c-5 0-8-3-8-8z";
const SOLE = "M83 229h44v2c0 5-3 8-8 8H91c-5 0-8-3-8-8z";
const MIRROR = "translate(256 0) scale(-1 1)";

function stops(list: [offset: number, color: string, opacity: number][]): FigureNode[] {
  return list.map(([offset, color, opacity]) =>
    node("stop", { offset, "stop-color": color, "stop-opacity": opacity }),
  );
}

/** Light from above left: the same two gradients lie over every part, whatever its colour. */
function defs(prefix: string): FigureNode {
  return node("defs", {}, [
    node(
      "linearGradient",
      { id: `${prefix}shade`, x1: 0.25, y1: 0, x2: 0.6, y2: 1 },
      stops([
        [0, "#fff", 0.3],
        [0.38, "#fff", 0],
        [0.55, "#1a0e2e", 0],
        [1, "#1a0e2e", 0.34],
      ]),
    ),
    node(
      "radialGradient",
      { id: `${prefix}soft` },
      stops([
        [0, "#000", 0.42],
        [1, "#000", 0],
      ]),
    ),
  ]);
}

/** Draws `shape` in its colour and again with the light on it. */
function lit(
  prefix: string,
  tag: string,
  color: string,
  shape: Record<string, string | number>,
): FigureNode[] {
  return [
    node(tag, { ...shape, fill: `#${color}` }),
    node(tag, { ...shape, fill: `url(#${prefix}shade)`, stroke: "#fff", "stroke-opacity": 0.13 }),
  ];
}

function leg(prefix: string, side: "left" | "right", colors: BopiColors): FigureNode {
  return node("g", side === "left" ? { transform: MIRROR } : {}, [
    ...lit(prefix, "rect", colors[`${side}_leg`], { x: 90, y: 160, width: 37, height: 58, rx: 13 }),
    ...lit(prefix, "path", colors[`${side}_shoe`], { d: SHOE }),
    node("path", { d: SOLE, fill: "#fff", "fill-opacity": 0.22 }),
  ]);
}

/** An arm hangs from its shoulder at (0, 0), so that a pose or an animation only has to turn it. */
function arm(prefix: string, side: "left" | "right", colors: BopiColors, raised: boolean): FigureNode {
  const inward = side === "left" ? -1 : 1;
  const turn = raised ? 138 : 20;
  return node("g", { transform: `translate(${128 - inward * 31} 113)` }, [
    node("g", { "data-part": `${side}_arm`, transform: `rotate(${inward * turn})` }, [
      ...lit(prefix, "ellipse", colors[`${side}_hand`], { cx: inward * 11, cy: 52, rx: 6, ry: 9 }),
      ...lit(prefix, "circle", colors[`${side}_hand`], { cx: 0, cy: 56, r: 16 }),
      ...lit(prefix, "rect", colors[`${side}_arm`], { x: -14, y: -13, width: 28, height: 63, rx: 13 }),
    ]),
  ]);
}

/** The drawing as a tree, for whoever wants to move its parts (`data-part`). */
export function figureTree(options: FigureOptions = {}): FigureNode {
  const {
    colors = DEFAULT_COLORS,
    view = "full",
    mood = "happy",
    pose = "stand",
    prefix = "bopi-",
  } = options;
  const soft = `url(#${prefix}soft)`;
  return node("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: VIEWS[view] }, [
    defs(prefix),
    node("ellipse", { cx: 128, cy: 238, rx: 74, ry: 10, fill: soft }),
    leg(prefix, "right", colors),
    leg(prefix, "left", colors),
    node("g", { "data-part": "body" }, [
      ...lit(prefix, "path", colors.torso, { d: TORSO }),
      arm(prefix, "right", colors, false),
      arm(prefix, "left", colors, pose === "wave"),
      node("ellipse", { cx: 128, cy: 107, rx: 46, ry: 12, fill: soft }),
      node("g", { "data-part": "head" }, [
        ...lit(prefix, "path", colors.head, { d: HEAD }),
        face(colors.head, mood),
      ]),
    ]),
  ]);
}

/** The drawing as SVG markup with a transparent background. */
export const bopiFigure = (options: FigureOptions = {}): string => toMarkup(figureTree(options));

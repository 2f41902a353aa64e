import { type BopiColors, DEFAULT_COLORS } from "./colors.ts";
import { type FaceMood, figureFace } from "./figure-face.ts";
import { type FigureNode, figureNode, toMarkup } from "./figure-node.ts";

/**
 * A bopi as a flat drawing, from its colors alone. Used where there is no rendered picture: on the first screen, in
 * empty states, and while a render is pending.
 */
export interface FigureOptions {
  colors?: BopiColors;
  view?: "full" | "headshot";
  mood?: FaceMood;
  pose?: "stand" | "wave";
  /** Prefix of ids, to keep the gradients of several drawings on a page apart. */
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
    figureNode("stop", { offset, "stop-color": color, "stop-opacity": opacity }),
  );
}

/** Light from the upper left: the same two gradients lie over every part. */
function defs(prefix: string): FigureNode {
  return figureNode("defs", {}, [
    figureNode(
      "linearGradient",
      { id: `${prefix}shade`, x1: 0.25, y1: 0, x2: 0.6, y2: 1 },
      stops([
        [0, "#fff", 0.3],
        [0.38, "#fff", 0],
        [0.55, "#1a0e2e", 0],
        [1, "#1a0e2e", 0.34],
      ]),
    ),
    figureNode(
      "radialGradient",
      { id: `${prefix}soft` },
      stops([
        [0, "#000", 0.42],
        [1, "#000", 0],
      ]),
    ),
  ]);
}

/** Draws `shape` in its color, and again with the light on it. */
function lit(
  prefix: string,
  tag: string,
  color: string,
  shape: Record<string, string | number>,
): FigureNode[] {
  return [
    figureNode(tag, { ...shape, fill: `#${color}` }),
    figureNode(tag, { ...shape, fill: `url(#${prefix}shade)`, stroke: "#fff", "stroke-opacity": 0.13 }),
  ];
}

function leg(prefix: string, side: "left" | "right", colors: BopiColors): FigureNode {
  return figureNode("g", side === "left" ? { transform: MIRROR } : {}, [
    ...lit(prefix, "rect", colors[`${side}_leg`], { x: 90, y: 160, width: 37, height: 58, rx: 13 }),
    ...lit(prefix, "path", colors[`${side}_shoe`], { d: SHOE }),
    figureNode("path", { d: SOLE, fill: "#fff", "fill-opacity": 0.22 }),
  ]);
}

/** An arm hangs from its shoulder at (0, 0), so poses and animations only rotate it. */
function arm(prefix: string, side: "left" | "right", colors: BopiColors, raised: boolean): FigureNode {
  const inward = side === "left" ? -1 : 1;
  const turn = raised ? 138 : 20;
  return figureNode("g", { transform: `translate(${128 - inward * 31} 113)` }, [
    figureNode("g", { "data-part": `${side}_arm`, transform: `rotate(${inward * turn})` }, [
      ...lit(prefix, "ellipse", colors[`${side}_hand`], { cx: inward * 11, cy: 52, rx: 6, ry: 9 }),
      ...lit(prefix, "circle", colors[`${side}_hand`], { cx: 0, cy: 56, r: 16 }),
      ...lit(prefix, "rect", colors[`${side}_arm`], { x: -14, y: -13, width: 28, height: 63, rx: 13 }),
    ]),
  ]);
}

/** The drawing as a tree, for animating its parts (`data-part`). */
export function figureTree(options: FigureOptions = {}): FigureNode {
  const {
    colors = DEFAULT_COLORS,
    view = "full",
    mood = "happy",
    pose = "stand",
    prefix = "bopi-",
  } = options;
  const soft = `url(#${prefix}soft)`;
  return figureNode("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: VIEWS[view] }, [
    defs(prefix),
    figureNode("ellipse", { cx: 128, cy: 238, rx: 74, ry: 10, fill: soft }),
    leg(prefix, "right", colors),
    leg(prefix, "left", colors),
    figureNode("g", { "data-part": "body" }, [
      ...lit(prefix, "path", colors.torso, { d: TORSO }),
      arm(prefix, "right", colors, false),
      arm(prefix, "left", colors, pose === "wave"),
      figureNode("ellipse", { cx: 128, cy: 107, rx: 46, ry: 12, fill: soft }),
      figureNode("g", { "data-part": "head" }, [
        ...lit(prefix, "path", colors.head, { d: HEAD }),
        figureFace(colors.head, mood),
      ]),
    ]),
  ]);
}

/** The drawing as SVG markup with a transparent background. */
export const bopiFigure = (options: FigureOptions = {}): string => toMarkup(figureTree(options));

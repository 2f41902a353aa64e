import { type FigureNode, figureNode } from "./figure-node.ts";

export const FACE_MOODS = ["happy", "wink", "wow", "sad"] as const;
export type FaceMood = (typeof FACE_MOODS)[number];

const INK = "#24123f";
const IRIS = "#5b3aa8";

/** Whether dark features would be invisible on this color. */
function isDark(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 < 70;
}

function eye(x: number, halo: FigureNode["attrs"]): FigureNode[] {
  return [
    figureNode("ellipse", { cx: x, cy: 60, rx: 8, ry: 13, fill: INK, ...halo }),
    figureNode("ellipse", { cx: x, cy: 66, rx: 5.5, ry: 6, fill: IRIS, "fill-opacity": 0.75 }),
    figureNode("ellipse", { cx: x - 2.2, cy: 54, rx: 3, ry: 4.6, fill: "#fff" }),
    figureNode("circle", { cx: x + 3, cy: 67, r: 1.6, fill: "#fff" }),
  ];
}

const MOUTHS: Record<FaceMood, FigureNode[]> = {
  happy: [
    figureNode("path", { d: "M106 79c9 3 21 3 29 0-1 11-7 17-14 17s-14-6-15-17z", fill: "#5c1029" }),
    figureNode("path", { d: "M111 90c2-4 18-4 20 0-3 4-6 6-10 6s-8-2-10-6z", fill: "#f0768c" }),
    figureNode("path", { d: "M107 79c9 3 20 3 27 0l-1 4c-7 2-18 2-25 0z", fill: "#fff" }),
  ],
  wink: [
    figureNode("path", {
      d: "M106 82q15 13 29-1",
      fill: "none",
      stroke: INK,
      "stroke-width": 4,
      "stroke-linecap": "round",
    }),
  ],
  wow: [
    figureNode("ellipse", { cx: 121, cy: 87, rx: 7, ry: 9, fill: "#5c1029" }),
    figureNode("ellipse", { cx: 121, cy: 92, rx: 4.5, ry: 3.5, fill: "#f0768c" }),
  ],
  sad: [
    figureNode("path", {
      d: "M108 92q13-12 26 0",
      fill: "none",
      stroke: INK,
      "stroke-width": 4,
      "stroke-linecap": "round",
    }),
  ],
};

/** Brows per mood. The reference bopi looks up with interest. */
const BROWS: Record<FaceMood, string> = {
  happy: "M90 42q8-6 16-2M137 40q9-4 17 3",
  wink: "M90 42q8-6 16-2M137 46q9-3 17 1",
  wow: "M90 37q8-7 16-3M137 34q9-4 17 3",
  sad: "M89 46q9-1 15-7M139 39q7 6 16 7",
};

/** A face turned slightly to its right, like bopis on pictures. */
export function figureFace(headColor: string, mood: FaceMood): FigureNode {
  const dark = isDark(headColor);
  const halo: FigureNode["attrs"] = dark ? { stroke: "#fff", "stroke-width": 2.5 } : {};
  const line = { fill: "none", stroke: dark ? "#fff" : INK, "stroke-width": 3.6, "stroke-linecap": "round" };
  const wink = figureNode("path", { d: "M137 62q8-8 17 0", ...line, "stroke-width": 4.5 });
  return figureNode("g", { "data-part": "face" }, [
    figureNode("ellipse", { cx: 91, cy: 79, rx: 9.5, ry: 6, fill: "#ff5b6e", "fill-opacity": 0.42 }),
    figureNode("ellipse", { cx: 157, cy: 80, rx: 11, ry: 6.5, fill: "#ff5b6e", "fill-opacity": 0.42 }),
    figureNode("g", { "data-part": "eyes" }, [
      ...eye(100, halo),
      ...(mood === "wink" ? [wink] : eye(145, halo)),
    ]),
    figureNode("path", { d: BROWS[mood], ...line }),
    figureNode("g", {}, MOUTHS[mood]),
  ]);
}

import { blobSolid, box, cushion, pillow } from "./box.ts";
import { CREAM, dark, INK_COLOR, light, mixColors, RED, WHITE, YELLOW } from "./color.ts";
import { CHERRY, smiley } from "./eyes.ts";
import { ball, lathe, soften } from "./lathe.ts";
import { joinMeshes, type Mesh, move, project, stretch, turn, warp } from "./mesh.ts";
import { hat, type Part, part, placed } from "./model.ts";
import { outlinePath, pathPoints } from "./outline.ts";
import { fade, grainy, lit, modelPaint, over, type Painter, plain } from "./paint.ts";
import { any, oval, tile } from "./shapes.ts";
import { path, tube } from "./tube.ts";

function sunnySideUp(): Part[] {
  const iron = 0x3d4354;
  const pan = lathe(soften(outlinePath("0 0.3, 1.02 0.3, 1.2 0.58, 1.12 0.62, 0.98 0.42, 0 0.42"), 0.08), {
    sides: 40,
  });
  const handle = tube(
    path(pathPoints("0.75 0.5 -0.75, 1 0.68 -1, 1.26 0.8 -1.26, 1.45 0.82 -1.45")),
    (t) => 0.085 + 0.035 * t,
    { flat: 1.3 },
  );
  const edge = (a: number) => 0.78 + 0.1 * Math.sin(3 * a + 0.6) + 0.06 * Math.sin(5 * a + 2);
  const white = move(turn(cushion(blobSolid(edge, 40), pillow(0.32, 0.4)), "x", -Math.PI / 2), 0, 0.48, 0.06);
  const yolk = move(ball(0.42, 0.34, 0.42, 24), 0.02, 0.66, 0.16);
  const egg: Painter = (u, v) => mixColors(0xfffdf6, 0xf2dfc0, (Math.hypot(u - 0.5, v - 0.5) - 0.36) * 5);
  const face = smiley(fade(0xff9d0a, 0xffc936), 0.72, 0.075, 0.16, 0xff7a4a);
  return placed(
    [
      part(pan, modelPaint(grainy(fade(dark(iron, 0.2), light(iron, 0.12)), 20, 0.12, 4))),
      part(handle, modelPaint(lit(() => RED, 0.2))),
      part(white, modelPaint(egg, 2)),
      part(yolk, modelPaint(over(face, [oval(0.4, 0.86, 0.05, 0.035), 0xfff0b8]), 3, 2)),
    ],
    (mesh) => turn(mesh, "x", 0.2),
  );
}

/** A slice of bread standing in the x-y plane, around its middle. */
function slice(): Mesh {
  const outline = blobSolid((a) => {
    const square = (Math.abs(Math.cos(a)) ** 5 + Math.abs(Math.sin(a)) ** 5) ** -0.2;
    return 0.42 * square + 0.05 * Math.exp(-(((Math.abs(a - Math.PI / 2) - 0.75) / 0.3) ** 2));
  }, 40);
  return stretch(cushion(outline, pillow(0.2, 0.86, 3)), 1.15, 1.05, 1);
}

/** A slice's crust and crumb, toasted in the middle, with a happy face. */
function toasted(): Painter {
  const crumb = [tile(0.5, 0.48, 0.42, 0.42), 0xf3cd8b] as const;
  const browned = over(() => 0xb9722e, crumb, [oval(0.5, 0.45, 0.3, 0.3), 0xe9b768]);
  return smiley(grainy(browned, 18, 0.14, 5, 18), 0.52, 0.14, 0.22, 0xf08c5a);
}

function toaster(): Part[] {
  const mint = 0x5fc9b0;
  const shell = warp(box(2.0, 1.0, 1.35, 0.3), ([x, y, z]) => [
    x * (1 - 0.08 * (y + 0.5)),
    y,
    z * (1 - 0.08 * (y + 0.5)),
  ]);
  const bread = modelPaint(toasted(), 2);
  const slot = box(1.16, 0.08, 0.3, 0.03);
  const slots = joinMeshes(move(slot, 0, 1.3, 0.28), move(slot, 0, 1.3, -0.28));
  const dial = lathe(soften(outlinePath("0.19 -0.05, 0.19 0.06, 0 0.06"), 0.03), { sides: 24 });
  const pattern = over(fade(dark(mint, 0.2), light(mint, 0.12)), [
    (_, v) => Math.abs(v - 0.3) < 0.02 || Math.abs(v - 0.36) < 0.02,
    CREAM,
  ]);
  return [
    part(move(shell, 0, 0.82, 0), modelPaint(pattern, 2)),
    part(move(box(2.08, 0.16, 1.44, 0.08), 0, 0.34, 0), plain(0x4a5065)),
    part(slots, plain(0x2a2433, 0)),
    part(turn(move(slice(), 0, 1.58, 0.28), "z", 0.06), bread),
    part(turn(move(slice(), 0.04, 1.42, -0.28), "z", -0.08), bread),
    part(move(box(0.3, 0.12, 0.34, 0.06), 1.06, 1.02, 0), CHERRY),
    part(
      project(move(turn(dial, "x", Math.PI / 2), -0.55, 0.74, 0.68)),
      modelPaint(over(fade(0xd8dbe4, WHITE), [tile(0.5, 0.72, 0.05, 0.2), INK_COLOR])),
    ),
    part(move(ball(0.07, 0.07, 0.05), 0.6, 0.74, 0.68), plain(YELLOW)),
  ];
}

/** Returns how far down the syrup runs (0 … 1) at `u` around the stack. */
const drips = (u: number) =>
  0.5 + 0.28 * Math.sin(u * 2 * Math.PI * 5 + 1) + 0.2 * Math.sin(u * 2 * Math.PI * 3);

function pancakes(): Part[] {
  const cake = lathe(soften(outlinePath("0 -0.13, 1 -0.13, 1.05 0.13, 0 0.13"), 0.13), { sides: 28 });
  const layer = (y: number, radius: number, x: number, z: number) =>
    move(stretch(cake, radius, 1, radius), x, y, z);
  const stack = joinMeshes(
    layer(0.42, 1.12, 0, 0),
    layer(0.66, 1.06, 0.07, 0.04),
    layer(0.9, 1.08, -0.06, -0.02),
    layer(1.14, 1.0, 0.03, 0.02),
  );
  const dough = over(fade(0xc67a2c, 0xd98a35), [(_, v) => v > 0.42 && v < 0.58, 0xf6d58f]);
  const syrup = warp(
    lathe(soften(outlinePath("1.02 0.9, 1.1 1, 1.1 1.22, 0.95 1.33, 0 1.33"), 0.1), { sides: 48 }),
    ([x, y, z]) => {
      const u = Math.atan2(x, z) / (2 * Math.PI) + 0.5;
      return [x, y < 1.18 ? 1.18 - (1.18 - y) * (0.35 + 1.5 * Math.max(0, drips(u))) : y, z];
    },
  );
  const shine = any(oval(0.45, 0.4, 0.02, 0.06), oval(0.6, 0.36, 0.014, 0.05));
  const plate = lathe(soften(outlinePath("0 0.16, 0.9 0.16, 1.45 0.3, 1.42 0.35, 0.9 0.27, 0 0.27"), 0.06), {
    sides: 36,
  });
  return [
    part(plate, modelPaint(over(fade(0xcfe3f5, WHITE), [(_, v) => Math.abs(v - 0.5) < 0.045, 0x3f8fd6]))),
    part(stack, modelPaint(grainy(dough, 20, 0.12, 9), 2)),
    part(syrup, modelPaint(over(fade(0x8a3c0c, 0xb45a14), [shine, 0xe79a4a]), 2)),
    part(move(turn(box(0.62, 0.28, 0.54, 0.1), "y", 0.5), 0.05, 1.44, 0.08), plain(0xffe07a)),
  ];
}

export const KITCHEN_HATS = [
  hat("Sunny Side Up", "Cooked by the power of thinking very hard.", sunnySideUp),
  hat("Good Morning Toaster", "Pops at seven. Also at eight, nine and during tests.", toaster),
  hat("Pancake Tower", "Balance is a skill. So is not eating it.", pancakes),
];

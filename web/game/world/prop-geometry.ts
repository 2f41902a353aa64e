import { BufferGeometry, Color, Float32BufferAttribute } from "three";
import { blockMesh } from "#domain/world/iso/block-mesh.ts";
import type { Vec3 } from "#domain/world/schema.ts";

/** How the shader moves and colors a part of a prop. */
export const PROP_PARTS = { still: 0, star: 1, flag: 2, saw: 3, bubble: 4, lamp: 5, spinner: 6 } as const;

const BALL_SIDES = 9;

/** Collects flat triangles with a color and a part. */
class PropBuilder {
  private readonly positions: number[] = [];
  private readonly colors: number[] = [];
  private readonly parts: number[] = [];

  /** A convex face; corners counter-clockwise. */
  face(corners: readonly Vec3[], color: string, part: number = PROP_PARTS.still): this {
    const { r, g, b } = new Color(`#${color}`);
    for (let i = 2; i < corners.length; i++) {
      for (const corner of [corners[0], corners[i - 1], corners[i]]) {
        this.positions.push(...(corner ?? [0, 0, 0]));
        this.colors.push(r, g, b);
        this.parts.push(part);
      }
    }
    return this;
  }

  /** A box or a ball in a box of this size. */
  solid(shape: "box" | "sphere", at: Vec3, size: Vec3, color: string, part?: number): this {
    const { vertices, faces } = blockMesh(shape, BALL_SIDES);
    const place = (corner: number) =>
      at.map((middle, i) => middle + (vertices[corner * 3 + i] ?? 0) * (size[i] ?? 0)) as Vec3;
    for (const face of faces) this.face(face.map(place), color, part);
    return this;
  }

  /** A turned solid around the Y axis: rings as height and radius, from the bottom up. */
  lathe(
    [x, y, z]: Vec3,
    rings: readonly (readonly [height: number, radius: number])[],
    sides: number,
    color: string,
    part?: number,
  ): this {
    const at = ([height, radius]: readonly [number, number], side: number): Vec3 => {
      const angle = (side / sides) * Math.PI * 2;
      return [x + Math.sin(angle) * radius, y + height, z + Math.cos(angle) * radius];
    };
    for (let i = 1; i < rings.length; i++) {
      const [low, high] = [rings[i - 1], rings[i]];
      if (!low || !high) continue;
      for (let side = 0; side < sides; side++) {
        const corners = [at(low, side), at(low, side + 1), at(high, side + 1), at(high, side)];
        if (low[1] === 0) corners.splice(1, 1);
        else if (high[1] === 0) corners.splice(2, 1);
        this.face(corners, color, part);
      }
    }
    return this;
  }

  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute("color", new Float32BufferAttribute(this.colors, 3));
    geometry.setAttribute("part", new Float32BufferAttribute(this.parts, 1));
    geometry.computeVertexNormals();
    return geometry;
  }
}

/** The corners of a star with five points by their number: the even ones are its tips. */
const starCorners =
  (height: number, tip: number, dent: number) =>
  (index: number, z: number): Vec3 => {
    const angle = (index / 10) * Math.PI * 2;
    const reach = index % 2 ? dent : tip;
    return [Math.sin(angle) * reach, height + Math.cos(angle) * reach, z];
  };

/** A faceted star with five points, 1.5 units in radius. */
function starGeometry(): BufferGeometry {
  const builder = new PropBuilder();
  const tip = starCorners(0, 1.5, 0.72);
  for (let i = 0; i < 10; i++) {
    const color = i % 2 ? "ffb800" : "ffd34d";
    const dark = i % 2 ? "f09a00" : "ffc222";
    builder.face([[0, 0, 0.62], tip(i + 1, 0.1), tip(i, 0.1)], color, PROP_PARTS.star);
    builder.face([[0, 0, -0.62], tip(i, -0.1), tip(i + 1, -0.1)], dark, PROP_PARTS.star);
    builder.face([tip(i, 0.1), tip(i + 1, 0.1), tip(i + 1, -0.1), tip(i, -0.1)], "ffe08a", PROP_PARTS.star);
  }
  return builder.build();
}

const FLAG_COLUMNS = 6;

/** A pole with a pennant that rises when the checkpoint is taken. */
function checkpointGeometry(): BufferGeometry {
  const builder = new PropBuilder()
    .lathe(
      [0, 0, 0],
      [
        [0, 0.75],
        [0.22, 0.7],
        [0.34, 0.16],
        [5.4, 0.12],
      ],
      10,
      "f4f4f8",
    )
    .lathe(
      [0, 5.6, 0],
      [
        [-0.34, 0],
        [-0.2, 0.28],
        [0.06, 0.34],
        [0.26, 0.22],
        [0.34, 0],
      ],
      8,
      "ffffff",
      PROP_PARTS.lamp,
    );
  const at = (column: number, side: number): Vec3 => {
    const t = column / FLAG_COLUMNS;
    return [0.12 + t * 2.6, 4.3 + side * 0.8 * (1 - t), 0];
  };
  for (let column = 0; column < FLAG_COLUMNS; column++) {
    const corners = [at(column, -1), at(column + 1, -1), at(column + 1, 1), at(column, 1)];
    builder.face(corners, "ffffff", PROP_PARTS.flag);
    builder.face([...corners].reverse(), "ffffff", PROP_PARTS.flag);
  }
  return builder.build();
}

/** A gate with a checkered banner, 7 units wide and 9 high. */
function goalGeometry(): BufferGeometry {
  const builder = new PropBuilder();
  for (const side of [-1, 1]) {
    const x = side * 3.5;
    builder.lathe(
      [x, 0, 0],
      [
        [0, 0],
        [0, 0.85],
        [0.5, 0.85],
        [0.7, 0.42],
        [7.6, 0.36],
        [7.7, 0.6],
        [8, 0.6],
        [8, 0],
      ],
      10,
      "ffffff",
    );
    for (let band = 0; band < 4; band++)
      builder.lathe(
        [x, 1.3 + band * 1.5, 0],
        [
          [0, 0.43],
          [0.6, 0.41],
        ],
        10,
        "f99205",
      );
    builder.lathe(
      [x, 8.6, 0],
      [
        [-0.62, 0],
        [-0.42, 0.45],
        [0, 0.62],
        [0.42, 0.45],
        [0.62, 0],
      ],
      8,
      "ffd34d",
      PROP_PARTS.lamp,
    );
  }
  const [columns, rows, cell] = [10, 3, 0.66];
  for (let i = 0; i < columns * rows; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const at: Vec3 = [(column - (columns - 1) / 2) * cell, 6 + row * cell, 0];
    builder.solid("box", at, [cell, cell, 0.3], (column + row) % 2 ? "ffffff" : "1b1b22");
  }
  const star = starCorners(9.4, 1.2, 0.55);
  for (let i = 0; i < 10; i++) {
    const color = i % 2 ? "ffb800" : "ffd34d";
    builder.face([[0, 9.4, 0.45], star(i + 1, 0), star(i, 0)], color, PROP_PARTS.lamp);
    builder.face([[0, 9.4, -0.45], star(i, 0), star(i + 1, 0)], color, PROP_PARTS.lamp);
  }
  return builder.build();
}

const TEETH = 14;

/** A disc with teeth in the cube from −0.5 to 0.5. Its axis is Y. */
function sawGeometry(): BufferGeometry {
  const builder = new PropBuilder();
  const rim = (index: number, height: number): Vec3 => {
    const step = Math.floor(index / 2);
    const angle = ((step + (index % 2 ? 0.75 : 0)) / TEETH) * Math.PI * 2;
    const reach = index % 2 ? 0.5 : 0.38;
    return [Math.sin(angle) * reach, height, Math.cos(angle) * reach];
  };
  for (let i = 0; i < TEETH * 2; i++) {
    const [a, b] = [rim(i, 0.18), rim(i + 1, 0.18)];
    const [c, d] = [rim(i, -0.18), rim(i + 1, -0.18)];
    const color = i % 2 ? "f2f4f8" : "aab0bd";
    builder.face([[0, 0.3, 0], a, b], color, PROP_PARTS.saw);
    builder.face([[0, -0.3, 0], d, c], color, PROP_PARTS.saw);
    builder.face([c, d, b, a], "8a909c", PROP_PARTS.saw);
  }
  return builder
    .lathe(
      [0, 0, 0],
      [
        [-0.5, 0],
        [-0.5, 0.12],
        [0.5, 0.12],
        [0.5, 0],
      ],
      8,
      "e0483a",
      PROP_PARTS.saw,
    )
    .build();
}

/** A ball of radius 0.5 for poison's bubbles. */
const bubbleGeometry = (): BufferGeometry =>
  new PropBuilder().solid("sphere", [0, 0, 0], [1, 1, 1], "a8f25c", PROP_PARTS.bubble).build();

export const PROP_GEOMETRY = {
  star: starGeometry,
  checkpoint: checkpointGeometry,
  goal: goalGeometry,
  saw: sawGeometry,
  bubble: bubbleGeometry,
};

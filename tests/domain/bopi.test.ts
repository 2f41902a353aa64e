import {
  type BufferGeometry,
  Mesh,
  type MeshLambertMaterial,
  type Object3D,
  type Texture,
  Vector3,
} from "three";
import { BOPI_PARTS, type BopiColors, DEFAULT_COLORS, MANNEQUIN_COLORS } from "#domain/avatar/colors.ts";
import { BOPI_POSES, type BopiPose } from "#domain/avatar/look-url.ts";
import { assembleBopi, type EquippedItems, NOTHING_EQUIPPED } from "#domain/avatar/model/assemble-bopi.ts";
import { type BodyPiece, bodyMeshes } from "#domain/avatar/model/body.ts";
import { boxOf } from "#domain/avatar/model/camera.ts";
import { composeHead, composeLegs, composeShoes, composeUpper } from "#domain/avatar/model/compose.ts";
import { type MeshData, triangleCount } from "#domain/avatar/model/mesh.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { poseBopi } from "#domain/avatar/model/pose-bopi.ts";
import type { Region } from "#domain/avatar/model/surface.ts";
import { CLOTHING_TEMPLATES, HIPS_SHARE } from "#domain/avatar/model/templates.ts";
import { parseModel } from "#domain/items/model/parse-model.ts";
import { cornersOf, cross, type MeshCornerValues, minus, type Triple } from "#tests/support/mesh.ts";
import { ballObj, cubeObj } from "#tests/support/obj.ts";
import { drawAvatar, drawHeadshot, drawPose } from "#worker/render/pictures.ts";

const { shirt, pants, shoes } = CLOTHING_TEMPLATES;
const pieces = Object.entries(bodyMeshes()) as [BodyPiece, MeshData][];

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Triangles as corners in groups of three, without those that have no area. */
function trianglesOf(mesh: MeshData): [MeshCornerValues, MeshCornerValues, MeshCornerValues][] {
  const corners = cornersOf(mesh);
  return Array.from(
    { length: corners.length / 3 },
    (_, i) => corners.slice(i * 3, i * 3 + 3) as [MeshCornerValues, MeshCornerValues, MeshCornerValues],
  ).filter((triangle) => new Set(triangle.map(({ position }) => keyOf(position))).size === 3);
}

/** Positions that agree to 1e-5 units get the same key. */
const keyOf = (position: Triple) => position.map((part) => Math.round(part * 1e5) + 0).join(" ");

describe.each(pieces)("the mesh of a %s", (name, mesh) => {
  test("is closed: every edge has a triangle on both sides", () => {
    const edges = new Map<string, number>();
    for (const triangle of trianglesOf(mesh)) {
      const names = triangle.map(({ position }) => keyOf(position));
      for (let i = 0; i < 3; i++) {
        const [from = "", to = ""] = [names[i], names[(i + 1) % 3]];
        edges.set(`${from} > ${to}`, (edges.get(`${from} > ${to}`) ?? 0) + 1);
      }
    }
    const open = [...edges].filter(([edge, count]) => {
      const [from, to] = edge.split(" > ");
      return count !== 1 || edges.get(`${to} > ${from}`) !== 1;
    });
    expect(open).toEqual([]);
  });

  test("has unit normals that point outward, as its triangles do", () => {
    let volume = 0;
    for (const triangle of trianglesOf(mesh)) {
      const [a, b, c] = triangle.map(({ position }) => position) as [Triple, Triple, Triple];
      const face = cross(minus(b, a), minus(c, a));
      volume += dot(a, face) / 6;
      for (const { normal } of triangle) {
        expect(Math.hypot(...normal)).toBeCloseTo(1, 5);
        expect(dot(normal, face)).toBeGreaterThan(0);
      }
    }
    expect(volume).toBeGreaterThan(0);
  });

  test("has a shade and texture coordinates within the picture for every vertex", () => {
    const count = mesh.positions.length / 3;
    expect(mesh.normals).toHaveLength(count * 3);
    expect(mesh.uvs).toHaveLength(count * 2);
    expect(mesh.shades).toHaveLength(count);
    for (const shade of mesh.shades ?? []) {
      expect(shade).toBeGreaterThan(0.3);
      expect(shade).toBeLessThanOrEqual(1);
    }
    // The head's texture ends at the sides of the face; its outermost pixels are skin.
    if (name !== "head") for (const place of mesh.uvs) expect(place >= 0 && place <= 1).toBe(true);
  });
});

test("a whole body has at most 40,000 triangles", () => {
  expect(pieces.reduce((sum, [, mesh]) => sum + triangleCount(mesh), 0)).toBeLessThan(40_000);
});

describe("the texture coordinates", () => {
  const REGIONS: [BodyPiece, Record<string, Region>][] = [
    ["torso", { around: shirt.torso, top: shirt.torso_top, bottom: shirt.torso_bottom }],
    ["left_arm", { around: shirt.left_arm }],
    ["right_arm", { around: shirt.right_arm }],
    ["left_leg", { around: pants.left_leg }],
    ["right_leg", { around: pants.right_leg }],
    ["left_shoe", { around: shoes.left_shoe, top: shoes.left_top, bottom: shoes.left_sole }],
    ["right_shoe", { around: shoes.right_shoe, top: shoes.right_top, bottom: shoes.right_sole }],
  ];
  const tolerance = 1e-3;
  const isWithin = ({ uv: [u, v] }: MeshCornerValues, [x, y, width, height]: Region) =>
    u * 512 >= x + 0.5 - tolerance &&
    u * 512 <= x + width - 0.5 + tolerance &&
    v * 512 >= y + 0.5 - tolerance &&
    v * 512 <= y + height - 0.5 + tolerance;

  test.each(REGIONS)("of the %s lie in its regions, half a pixel from their edges", (name, regions) => {
    const used = new Set<string>();
    for (const triangle of trianglesOf(bodyMeshes()[name])) {
      const region = Object.keys(regions).find((key) =>
        triangle.every((corner) => isWithin(corner, regions[key] as Region)),
      );
      expect(region, JSON.stringify(triangle.map(({ uv }) => uv.map((place) => place * 512)))).toBeDefined();
      used.add(region ?? "");
    }
    expect([...used].sort()).toEqual(Object.keys(regions).sort());
  });

  test.each(REGIONS)(
    "of the %s have the front in the middle, the bopi's right on the left and up at the top",
    (name, { around }) => {
      const [x, y, width, height] = around as Region;
      const corners = cornersOf(bodyMeshes()[name]).filter((corner) => isWithin(corner, around as Region));
      const depth = Math.max(...corners.map(({ position }) => position[2]));
      const middle =
        corners.map(({ position }) => position[2]).reduce((a, b) => Math.min(a, b)) / 2 + depth / 2;
      for (const { position, uv } of corners) {
        const [u, v] = [(uv[0] * 512 - x) / width - 0.5, (uv[1] * 512 - y) / height];
        if (position[2] > middle + 0.01 && Math.abs(position[0]) > 0.02)
          expect(Math.sign(u)).toBe(Math.sign(position[0]));
        // The middle half is the front half.
        if (Math.abs(position[0]) > 0.02 && Math.abs(Math.abs(u) - 0.25) > 0.05 && name.endsWith("arm"))
          expect(Math.abs(u) < 0.25).toBe(position[2] > middle);
        expect(v >= 0 && v <= 1).toBe(true);
      }
      const highest = corners.reduce((a, b) => (a.position[1] > b.position[1] ? a : b));
      const lowest = corners.reduce((a, b) => (a.position[1] < b.position[1] ? a : b));
      expect(highest.uv[1]).toBeLessThan(lowest.uv[1]);
    },
  );
});

/** A transparent picture with rectangles in it. */
function picture(...patches: [Region, readonly [number, number, number, number]][]): Pixels {
  const data = new Uint8Array(512 * 512 * 4);
  for (const [[x, y, width, height], color] of patches)
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++) data.set(color, (row * 512 + column) * 4);
  return { width: 512, height: 512, data };
}
const ALL: Region = [0, 0, 512, 512];
const CLEAR = picture();
const RED = [255, 0, 0, 255] as const;
const BLUE = [0, 0, 255, 255] as const;

const hex = (pixels: Pixels | null, x: number, y: number) =>
  Array.from(pixels?.data.slice((y * 512 + x) * 4, (y * 512 + x) * 4 + 4) ?? [], (byte) =>
    byte.toString(16).padStart(2, "0").toUpperCase(),
  ).join("");
/** The pixels at the edges of a square picture. */
const edgeOf = (side: number) =>
  [...Array(side).keys()].flatMap((i) =>
    [0, side - 1].flatMap((end) => [[i, end] as const, [end, i] as const]),
  );
const middleOf = (pixels: Pixels | null, [x, y, width, height]: Region) =>
  hex(pixels, x + (width >> 1), y + (height >> 1));

/** Ten parts in ten colors. */
const COLORS = Object.fromEntries(
  BOPI_PARTS.map((part, i) => [part, `0${(i + 1).toString(16)}`.repeat(3).toUpperCase()]),
) as unknown as BopiColors;

describe("the colors", () => {
  test("of the body fill each part's region where clothes are transparent", () => {
    const upper = composeUpper(COLORS, CLEAR, null);
    const legs = composeLegs(COLORS, CLEAR);
    const feet = composeShoes(COLORS, CLEAR);
    const { torso, torso_top, torso_bottom, left_arm, right_arm } = shirt;
    for (const region of [torso, torso_top, torso_bottom]) expect(middleOf(upper, region)).toBe("020202FF");
    expect(middleOf(upper, left_arm)).toBe("030303FF");
    expect(middleOf(upper, right_arm)).toBe("050505FF");
    expect(middleOf(legs, pants.left_leg)).toBe("070707FF");
    expect(middleOf(legs, pants.right_leg)).toBe("080808FF");
    for (const part of ["shoe", "top", "sole"] as const) {
      expect(middleOf(feet, shoes[`left_${part}`])).toBe("090909FF");
      expect(middleOf(feet, shoes[`right_${part}`])).toBe("0A0A0AFF");
    }
    expect(middleOf(composeHead(COLORS, CLEAR), ALL)).toBe("010101FF");
  });

  test("of the body fill every region to its corners and leave nothing transparent", () => {
    const filled = (pixels: Pixels | null, regions: Record<string, Region>) => {
      for (const [x, y, width, height] of Object.values(regions))
        for (const column of [x, x + width - 1])
          for (const row of [y, y + height - 1]) expect(hex(pixels, column, row)).toMatch(/FF$/);
    };
    filled(composeUpper(COLORS, CLEAR, CLEAR), shirt);
    filled(composeLegs(COLORS, CLEAR), { left: pants.left_leg, right: pants.right_leg });
    filled(composeShoes(COLORS, CLEAR), shoes);
  });

  test("of clothes cover the body's, and blend with them where they are semi-transparent", () => {
    const equipped = picture([shirt.torso, RED], [shirt.left_arm, [255, 255, 255, 128]]);
    const upper = composeUpper({ ...COLORS, left_arm: "000000" }, equipped, null);
    expect(middleOf(upper, shirt.torso)).toBe("FF0000FF");
    expect(middleOf(upper, shirt.left_arm)).toBe("808080FF");
    expect(middleOf(upper, shirt.right_arm)).toBe("050505FF");
  });

  test("of the pants' hips cover the lower 40% of the torso, below the shirt", () => {
    const equipped = picture([pants.hips, BLUE], [pants.torso_bottom, BLUE]);
    const [x, y, width, height] = shirt.torso;
    const edge = Math.round(y + height * (1 - HIPS_SHARE));
    const upper = composeUpper(COLORS, null, equipped);
    for (const column of [x, x + (width >> 1), x + width - 1]) {
      expect(hex(upper, column, edge - 1)).toBe("020202FF");
      for (const row of [edge, edge + 40, y + height - 1]) expect(hex(upper, column, row)).toBe("0000FFFF");
    }
    expect(middleOf(upper, shirt.torso_bottom)).toBe("0000FFFF");
    expect(middleOf(upper, shirt.torso_top)).toBe("020202FF");
    expect(middleOf(upper, shirt.left_arm)).toBe("030303FF");
    const dressed = composeUpper(COLORS, picture([shirt.torso, RED]), equipped);
    expect(hex(dressed, x + 9, y + height - 1)).toBe("FF0000FF");
    expect(middleOf(dressed, shirt.torso_bottom)).toBe("0000FFFF");
  });

  test("of the pants' hips keep their order from top to bottom when they are fitted to the torso", () => {
    const [x, y, width, height] = pants.hips;
    const half = height / 2;
    const equipped = picture([[x, y, width, half], RED], [[x, y + half, width, half], BLUE]);
    const upper = composeUpper(COLORS, null, equipped);
    const [, top, , tall] = shirt.torso;
    expect(hex(upper, 99, Math.round(top + tall * 0.65))).toBe("FF0000FF");
    expect(hex(upper, 99, Math.round(top + tall * 0.95))).toBe("0000FFFF");
  });

  test("of a face never reach the texture's edge, which colors the rest of the head", () => {
    const head = composeHead(COLORS, picture([ALL, RED]));
    expect(hex(head, 1, 1)).toBe("FF0000FF");
    for (const [x, y] of edgeOf(512)) expect(hex(head, x, y)).toBe("010101FF");
  });

  test("need no texture where nothing is equipped", () => {
    expect([composeUpper(COLORS, null, null), composeLegs(COLORS, null), composeShoes(COLORS, null)]).toEqual(
      [null, null, null],
    );
  });
});

const model = (text: string, slot: "hat" | "toy" = "toy") => ({
  mesh: parseModel(new TextEncoder().encode(text), slot),
  texture: picture([ALL, RED]),
});
const DRESSED: EquippedItems = {
  hats: [model(cubeObj()), model(ballObj(6, 8)), model(cubeObj())],
  toy: model(ballObj(6, 8)),
  face: picture([[200, 200, 100, 100], BLUE]),
  shirt: picture([shirt.torso, RED]),
  pants: picture([pants.hips, BLUE]),
  shoes: picture([shoes.left_shoe, BLUE]),
};

function meshesIn(object: Object3D): Mesh<BufferGeometry, MeshLambertMaterial>[] {
  const meshes: Mesh<BufferGeometry, MeshLambertMaterial>[] = [];
  object.traverse((part) => {
    if (part instanceof Mesh) meshes.push(part);
  });
  return meshes;
}

describe("a bopi", () => {
  const handOf = (arm: Object3D) => {
    arm.updateWorldMatrix(true, true);
    return new Vector3().setFromMatrixPosition((arm.children[1] as Object3D).matrixWorld);
  };

  test("raises its right arm by 90° to hold a toy, and neither arm without a toy", () => {
    const bare = assembleBopi(DEFAULT_COLORS, { ...DRESSED, toy: null });
    const holding = assembleBopi(DEFAULT_COLORS, { ...NOTHING_EQUIPPED, toy: DRESSED.toy });
    expect(bare.arms.right.rotation.x).toBe(0);
    expect(bare.arms.left.rotation.x).toBe(0);
    expect(holding.arms.left.rotation.x).toBe(0);
    expect(holding.arms.right.rotation.x).toBeCloseTo(-Math.PI / 2);
    expect(handOf(bare.arms.right).z).toBeCloseTo(0);
    // The bopi's right is at negative x, its front at positive z.
    const hand = handOf(holding.arms.right);
    expect(hand.x).toBeLessThan(-0.7);
    expect(hand.z).toBeGreaterThan(0.9);
    expect(hand.y).toBeGreaterThan(handOf(bare.arms.right).y + 0.8);
    holding.object.updateMatrixWorld(true);
    const toy = new Vector3().setFromMatrixPosition(holding.toy.matrixWorld);
    expect(toy.distanceTo(hand)).toBeLessThan(0.4);
  });

  test("has what is equipped and nothing else", () => {
    const bare = assembleBopi(DEFAULT_COLORS, NOTHING_EQUIPPED);
    expect([meshesIn(bare.hats).length, meshesIn(bare.toy).length]).toEqual([0, 0]);
    const dressed = assembleBopi(DEFAULT_COLORS, DRESSED);
    expect([meshesIn(dressed.hats).length, meshesIn(dressed.toy).length]).toEqual([3, 1]);
    expect(meshesIn(dressed.object).length - meshesIn(bare.object).length).toBe(4);
  });

  test("disposes of its own textures, materials and models once, and keeps the shared body meshes", () => {
    const other = assembleBopi(MANNEQUIN_COLORS, NOTHING_EQUIPPED);
    const bopi = assembleBopi(DEFAULT_COLORS, DRESSED);
    const partsOf = ({ object }: typeof bopi): object[] =>
      meshesIn(object).flatMap(({ geometry, material }) => [geometry, material, material.map ?? []].flat());
    const freed = new Map<object, number>();
    for (const thing of new Set([...partsOf(bopi), ...partsOf(other)])) {
      freed.set(thing, 0);
      // `addEventListener` is typed per class; every class has "dispose".
      (thing as Texture).addEventListener("dispose", () => freed.set(thing, (freed.get(thing) ?? 0) + 1));
    }
    const shared = new Set<object>(meshesIn(other.object).map(({ geometry }) => geometry));
    for (const { material } of [other.shadow, bopi.shadow])
      shared.add(material as object).add((material as MeshLambertMaterial).map as Texture);
    const own = new Set(partsOf(bopi));
    bopi.dispose();
    for (const [thing, count] of freed)
      expect(count, (thing as { type?: string }).type).toBe(own.has(thing) && !shared.has(thing) ? 1 : 0);
    expect([...freed.values()].filter((count) => count === 1).length).toBeGreaterThan(20);
    const next = assembleBopi(DEFAULT_COLORS, NOTHING_EQUIPPED);
    const geometries = (one: typeof next) => new Set(meshesIn(one.object).map(({ geometry }) => geometry));
    expect(new Set([...geometries(next), ...geometries(other)]).size).toBe(geometries(other).size);
  });
});

const SIDE = 96;
const posed = (pose: Exclude<BopiPose, "idle">) => {
  const bopi = assembleBopi(DEFAULT_COLORS, NOTHING_EQUIPPED);
  poseBopi(bopi, pose);
  return bopi;
};

describe("a bopi's pictures", () => {
  /** The indices of all pixels of the green trunk. */
  const trunkOf = ({ data }: Pixels): number[] =>
    Array.from({ length: data.length / 4 }, (_, i) => i).filter((i) => {
      const [red, green, , opacity] = data.subarray(i * 4, i * 4 + 4) as unknown as number[];
      return opacity === 255 && (green ?? 0) > 100 && (red ?? 255) < 60;
    });

  test("show it in the same size with and without a hat", () => {
    for (const draw of [drawAvatar, drawHeadshot]) {
      const [bare, hatted] = [NOTHING_EQUIPPED, { ...NOTHING_EQUIPPED, hats: [model(cubeObj(), "hat")] }].map(
        (equipped) => {
          return trunkOf(draw({ ...DEFAULT_COLORS, torso: "00FF00" }, equipped, SIDE));
        },
      );
      expect(bare?.length).toBeGreaterThan(50);
      expect(hatted).toEqual(bare);
    }
  });
});

describe("a bopi's poses", () => {
  test("have different pictures that touch no edge and fill them well, with and without a toy", () => {
    for (const equipped of [NOTHING_EQUIPPED, { ...NOTHING_EQUIPPED, toy: model(cubeObj()) }]) {
      const pictures = BOPI_POSES.map((pose) => drawPose(DEFAULT_COLORS, equipped, pose, SIDE));
      for (const { data } of pictures) {
        const isOpaque = (x: number, y: number) => (data[(y * SIDE + x) * 4 + 3] ?? 0) > 200;
        let covered = 0;
        for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) if (isOpaque(x, y)) covered++;
        expect(covered / SIDE ** 2).toBeGreaterThan(0.1);
        for (const [x, y] of edgeOf(SIDE)) expect(isOpaque(x, y)).toBe(false);
      }
      expect(new Set(pictures.map(({ data }) => data.join())).size).toBe(BOPI_POSES.length);
    }
  });

  test.each(BOPI_POSES.filter((pose) => pose !== "idle"))("never sink into the ground: %s", (pose) => {
    const { body, legs, shoes } = posed(pose);
    for (const part of [body, legs, shoes]) expect(boxOf(part).min.y).toBeGreaterThan(-0.12);
  });

  test("raise both feet to cheer, lower the hips to sit and take both hands to carry", () => {
    expect(boxOf(posed("cheer").shoes).min.y).toBeGreaterThan(0.1);
    expect(boxOf(posed("sit").head).max.y).toBeLessThan(boxOf(posed("wave").head).max.y - 0.5);
    const { arms } = posed("carry");
    expect(boxOf(arms.left).max.z).toBeCloseTo(boxOf(arms.right).max.z, 1);
    expect(boxOf(arms.left).max.z).toBeGreaterThan(1);
  });
});

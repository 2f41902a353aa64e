import * as fc from "fast-check";
import {
  Color,
  type Fog,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  type Mesh,
  type Object3D,
  ShaderMaterial,
  Sphere,
  Vector3,
} from "three";
import { addVectors } from "#domain/build/bounds.ts";
import { BuildDocument } from "#domain/build/document.ts";
import { type Edit, splitEdit } from "#domain/build/edit.ts";
import { GOAL_ID, type PartId, partId, SKY_ID, SPAWN_ID } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { BlockPart, FieldChanges, Part } from "#domain/build/part.ts";
import { toWorld } from "#domain/build/world.ts";
import { MATERIALS, SHAPES } from "#domain/world/materials.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { seededRandom } from "#scripts/seed/content/random.ts";
import { editChoice, editFrom } from "#tests/support/any-world.ts";
import { blockPart } from "#tests/support/block-part.ts";
import { forAll } from "#tests/support/for-all.ts";
import { MOST_BATCHES } from "#web/game/edit/editable-blocks.ts";
import { EditableScene } from "#web/game/edit/editable-scene.ts";
import { createLevelScene, type LevelScene } from "#web/game/world/level-scene.ts";
import { sceneMood } from "#web/game/world/scene-mood.ts";
import { MOMENT, meshesWith } from "./meshes-with.ts";

const A = partId(0, 1);
const B = partId(0, 2);
const C = partId(0, 3);

const block = (position: Vec3, more: Partial<BlockPart> = {}) =>
  blockPart({ position, size: [4, 1, 4], ...more });

function open(parts: readonly (readonly [PartId, Part])[]) {
  const document = new BuildDocument(parts);
  const level = new EditableScene(document, { tier: "high", reducedMotion: false });
  level.update(MOMENT);
  const edit = (change: Edit) => {
    level.sync(new Set(document.apply(change).map(({ id }) => id)));
    level.update(MOMENT);
  };
  const show = (change: (shown: EditableScene) => void) => {
    change(level);
    level.update(MOMENT);
  };
  return { document, level, edit, show };
}

/** Meshes of blocks, in the level itself or in what is shown over it. */
function meshesOf({ scene }: LevelScene, isOver = false): InstancedMesh[] {
  const list: InstancedMesh[] = [];
  scene.traverseVisible((object) => {
    if (!(object instanceof InstancedMesh) || !object.geometry.getAttribute("tint")) return;
    if (object.geometry.getAttribute("edgeStyle") && object.renderOrder >= 1 === isOver) list.push(object);
  });
  return list;
}

interface Instance {
  matrix: number[];
  color: string;
  code: number;
  /** Vertices of the shape and the order of its pass. */
  look: string;
}

function instancesOf(meshes: readonly InstancedMesh[]): Instance[] {
  return meshes.flatMap((mesh) => {
    const tint = mesh.geometry.getAttribute("tint");
    const { renderOrder, castShadow, material } = mesh;
    const isSeeThrough = !Array.isArray(material) && material.transparent;
    return Array.from({ length: mesh.count }, (_, i) => ({
      matrix: [...mesh.instanceMatrix.array.slice(i * 16, i * 16 + 16)],
      color: Buffer.from(tint.array.slice(i * 4, i * 4 + 3) as Uint8Array).toString("hex"),
      code: tint.array[i * 4 + 3] as number,
      look: [mesh.geometry.getAttribute("position").count, renderOrder, castShadow, isSeeThrough].join(),
    }));
  });
}

const blocksOf = (level: LevelScene) => instancesOf(meshesOf(level));
const overlaysOf = (level: LevelScene) => instancesOf(meshesOf(level, true));
const positionsOf = (instances: readonly Instance[]) => instances.map(({ matrix }) => matrix.slice(12, 15));
const highlightsOf = (level: LevelScene) =>
  overlaysOf(level).filter(({ look }) => look.split(",")[1]?.startsWith("8"));
const ghostsOf = (level: LevelScene) =>
  overlaysOf(level).filter(({ look }) => look.split(",")[1]?.startsWith("6"));

/** Everything that a scene draws, in an order that doesn't depend on its past. */
function contentOf(level: LevelScene) {
  const props = meshesWith(level.scene, "state").map(({ count, instanceMatrix, geometry }) =>
    [count, ...instanceMatrix.array, ...geometry.getAttribute("state").array].join(),
  );
  const sorted = (instances: Instance[]) => instances.map((one) => JSON.stringify(one)).sort();
  return {
    blocks: sorted(blocksOf(level)),
    overlays: sorted(overlaysOf(level)),
    props: props.sort(),
    fog: (level.scene.fog as Fog).color.getHex(),
    lights: level.scene.children
      .filter((one) => one instanceof HemisphereLight)
      .map(({ color }) => color.getHex()),
  };
}

/** Whether each batch's sphere holds all corners of its blocks. */
function expectBounds(level: LevelScene): void {
  const [matrix, corner] = [new Matrix4(), new Vector3()];
  for (const mesh of [...meshesOf(level), ...meshesOf(level, true)]) {
    const { center, radius } = mesh.boundingSphere ?? new Sphere();
    for (let i = 0; i < mesh.count; i++) {
      mesh.getMatrixAt(i, matrix);
      for (let k = 0; k < 8; k++) {
        corner.set((k & 1) - 0.5, ((k >> 1) & 1) - 0.5, (k >> 2) - 0.5).applyMatrix4(matrix);
        // Spheres of large blocks are computed with 32-bit numbers.
        expect(corner.distanceTo(center)).toBeLessThanOrEqual(radius * (1 + 1e-5) + 1e-3);
      }
    }
  }
}

describe("A level that is being built", () => {
  test("looks after any edits as it does when it's opened", () => {
    let edits = 0;
    forAll(120, fc.array(editChoice, { minLength: 10, maxLength: 40 }), fc.nat(), (choices, frames) => {
      const document = new BuildDocument();
      const level = new EditableScene(document, { tier: "high", reducedMotion: false });
      const known: PartId[] = [SPAWN_ID, SKY_ID];
      let changed = new Set<PartId>();
      for (const [i, choice] of choices.entries()) {
        const edit = editFrom(choice, document, known, () => {
          const id = partId(1, known.length);
          known.push(id);
          return id;
        });
        for (const { id } of document.apply(edit)) changed.add(id);
        level.sync(changed);
        changed = new Set();
        // Several edits can come before a frame.
        if ((frames >> (i % 20)) % 2 === 0) level.update(MOMENT);
        edits++;
      }
      level.update(MOMENT);
      const fresh = new EditableScene(document, { tier: "high", reducedMotion: false });
      fresh.update(MOMENT);
      expect(contentOf(level)).toEqual(contentOf(fresh));
      // Cells that were doubled for many blocks stay so until the level is opened again.
      const mostDraws = Math.max(MOST_BATCHES, fresh.counts.draws);
      expect(level.counts.draws).toBeLessThanOrEqual(mostDraws);
      expectBounds(level);
      level.sync(null);
      level.update(MOMENT);
      expect(contentOf(level)).toEqual(contentOf(fresh));
    });
    expect(edits).toBeGreaterThan(1_000);
  });

  test("has the same instances as the level that is played", async () => {
    const document = new BuildDocument(scattered(400));
    document.apply({
      add: [
        [partId(2, 1), { kind: "hazard", hazard: "spikes", position: [0, 0, 0], size: [6, 2, 6] }],
        [partId(2, 2), { kind: "hazard", hazard: "laser", position: [0, 9, 0], size: [9, 1, 1] }],
        [partId(2, 3), { kind: "checkpoint", position: [50, 0, 10] }],
        [partId(2, 4), block([3, 3, 3], { effect: "boost", size: [2, 1, 8] })],
        [partId(2, 5), block([3, 3, 9], { effect: "boost", size: [8, 1, 2], rotation: [0, 40, 0] })],
        [GOAL_ID, { kind: "goal", position: [90, 0, 0] }],
      ],
    });
    const level = new EditableScene(document, { tier: "high", reducedMotion: false });
    const played = createLevelScene(toWorld(document), { tier: "high", reducedMotion: false });
    await played.build([0, 0, 0]);
    await expect.poll(() => blocksOf(played).length).toBe(blocksOf(level).length);
    for (const one of [level, played]) one.update({ ...MOMENT, tick: 90, stars: new Uint8Array(0) });
    const sorted = (one: LevelScene) =>
      blocksOf(one)
        .map(({ matrix, color, code }) => [...matrix, color, code].join())
        .sort();
    expect(sorted(level)).toEqual(sorted(played));
  });

  test("is shown from the start", async () => {
    const { level } = open([[A, block([0, 0, 0])]]);
    await level.build();
    expect(positionsOf(blocksOf(level))).toEqual([[0, 0, 0]]);
    level.dispose();
    expect(level.scene.children).toEqual([]);
  });

  test("removes batches that are empty, and keeps those of other cells", () => {
    const { level, edit } = open([
      [A, block([0, 0, 0])],
      [B, block([400, 0, 0])],
    ]);
    expect(level.counts.draws).toBe(2);
    edit({ del: [A] });
    expect(level.counts.draws).toBe(1);
    expect(positionsOf(blocksOf(level))).toEqual([[400, 0, 0]]);
    edit({ set: [[B, { position: [0, 0, 0] }]] });
    expect(level.counts.draws).toBe(1);
    edit({ del: [B] });
    expect(meshesOf(level)).toEqual([]);
  });

  test("fits the sphere of a batch again once a far block has left", () => {
    const { level, edit } = open([
      [A, block([1, 0, 0])],
      [B, block([70, 0, 0])],
    ]);
    const radius = () => meshesOf(level)[0]?.boundingSphere?.radius as number;
    expect(radius()).toBeGreaterThan(30);
    edit({ del: [B] });
    expect(radius()).toBeLessThan(4);
  });

  test("draws water before ice before glass", () => {
    const { level } = open([
      [A, block([0, 0, 0], { material: "glass" })],
      [B, block([0, 0, 0], { material: "water" })],
      [C, block([0, 0, 0], { material: "ice" })],
    ]);
    const order = blocksOf(level)
      .sort((a, b) => Number(a.look.split(",")[1]) - Number(b.look.split(",")[1]))
      .map(({ code }) => MATERIALS[code & 15]);
    expect(order).toEqual(["water", "ice", "glass"]);
  });

  test("draws near round blocks with more sides, also those that are added while the camera rests", () => {
    const { level, edit } = open([[A, block([0, 0, 0], { shape: "cone" })]]);
    const vertices = () => meshesOf(level).map(({ geometry }) => geometry.getAttribute("position").count);
    const [near] = vertices() as [number];
    edit({ add: [[B, block([0, 9, 0], { shape: "sphere" })]] });
    for (let i = 0; i < 40; i++) edit({ add: [[partId(1, i), block([i, 0, 0], { shape: "cone" })]] });
    const [sphere] = vertices().filter((count) => count !== near);
    level.update({ ...MOMENT, focus: new Vector3(2_000, 0, 0) });
    const [cones, spheres] = vertices() as [number, number];
    expect(Math.max(cones, spheres)).toBeLessThan(Math.max(near, sphere as number));
    expect(vertices()).not.toContain(near);
    level.update(MOMENT);
    expect(vertices().sort()).toEqual([near, sphere].sort());
  });

  test("turns the arrows of boosts when the path through the level changes", () => {
    const { level, edit } = open([
      [A, block([10, 0, 0], { effect: "boost", size: [9, 1, 2] })],
      [GOAL_ID, { kind: "goal", position: [50, 0, 0] }],
    ]);
    const [before] = blocksOf(level);
    edit({ set: [[GOAL_ID, { position: [-50, 0, 0] }]] });
    const [after] = blocksOf(level);
    expect(after?.matrix).toEqual(before?.matrix);
    expect(after?.code).not.toBe(before?.code);
  });
});

/** Blocks of all shapes and materials over 600 × 600 units; some move or crumble. */
function scattered(count: number): [PartId, BlockPart][] {
  const random = seededRandom(11);
  return Array.from({ length: count }, (_, i) => [
    partId(1, i),
    block([random.range(-300, 300), random.range(0, 40), random.range(-300, 300)], {
      shape: random.pick(SHAPES),
      size: [random.range(1, 9), random.range(1, 9), random.range(1, 9)],
      rotation: [0, random.range(0, 360), 0],
      material: random.pick(MATERIALS),
      ...(random.chance(0.05) && { motion: { by: [0, 9, 0], seconds: 2 } }),
      ...(random.chance(0.05) && { effect: "crumble" }),
    }),
  ]);
}

describe("The work of a change", () => {
  const count = 20_000;
  const parts = scattered(count);

  test("is one write and one upload of its range for one block of 20,000", () => {
    const { level, edit } = open(parts);
    const before = writesOf(level);
    for (const { instanceMatrix } of meshesOf(level)) instanceMatrix.clearUpdateRanges();
    edit({ set: [[partId(1, 777), { position: [1, 2, 3] }]] });
    edit({ set: [[partId(1, 777), { color: "ffffff" }]] });
    expect(writesOf(level) - before).toBe(2);
    const ranges = meshesOf(level).flatMap(({ instanceMatrix: { updateRanges } }) => updateRanges);
    expect(ranges).toMatchObject([{ count: 16 }]);
  });

  test("is one write for each of 20,000 blocks that are dragged, however often that changed before the frame", () => {
    const { level, show } = open(parts);
    const before = writesOf(level);
    const drag = (by: number) =>
      new Map(parts.map(([id, { position }]) => [id, { position: addVectors(position, [by, 0, 0]) }]));
    level.setDrag(drag(5));
    show((shown) => shown.setDrag(drag(80)));
    expect(writesOf(level) - before).toBe(count);
    level.update(MOMENT);
    expect(writesOf(level) - before).toBe(count);
    show((shown) => shown.setDrag(null));
    expect(writesOf(level) - before).toBe(2 * count);
  });

  test("is none when all of them are selected, and messages of few bytes a block when all are moved", () => {
    const { level, show } = open(parts);
    const before = writesOf(level);
    const selected = new Set(parts.map(([id]) => id));
    show((shown) => shown.setHighlight({ selected, hovered: null, others: new Map() }));
    expect(writesOf(level)).toBe(before);
    // Editors round to thousandths.
    const round = (value: number) => Math.round(value * 1_000) / 1_000;
    const set = parts.map(([id, { position }]): [PartId, { position: Vec3 }] => [
      id,
      { position: position.map(round) as Vec3 },
    ]);
    const messages = splitEdit({ set }, BUILD_LIMITS.partsPerOp);
    expect(messages.length).toBe(count / BUILD_LIMITS.partsPerOp);
    expect(JSON.stringify(messages).length / count).toBeLessThan(60);
  });

  test("is about one write for each block when a level is opened, whose batches are few however large it is", () => {
    for (const reach of [1, 4, 12]) {
      const far = parts.map(([id, part]): [PartId, Part] => {
        const [x, y, z] = part.position;
        return [id, { ...part, position: [x * reach, y, z * reach] }];
      });
      const { level } = open(far);
      expect(level.counts.draws).toBeLessThanOrEqual(160);
      expect(writesOf(level)).toBeLessThan(1.2 * count);
      level.setHighlight({ selected: new Set(far.map(([id]) => id)), hovered: null, others: new Map() });
      level.update(MOMENT);
      expect(highlightsOf(level)).toHaveLength(count);
      expect(meshesOf(level, true).length).toBeLessThanOrEqual(170);
      level.dispose();
    }
  });

  test("grows the batches by doubling", () => {
    const { level, edit } = open([]);
    let meshes = 0;
    let last: InstancedMesh | undefined;
    for (let i = 0; i < 1_000; i++) {
      edit({ add: [[partId(1, i), block([i % 50, 0, 0])]] });
      const [mesh] = meshesOf(level);
      if (mesh !== last) meshes++;
      last = mesh;
    }
    expect(meshes).toBeLessThanOrEqual(7);
    expect(positionsOf(blocksOf(level)).map(([x]) => x)).toEqual(
      Array.from({ length: 1_000 }, (_, i) => i % 50),
    );
  });
});

const writesOf = ({ counts }: EditableScene): number => (counts as { writes?: number }).writes ?? 0;

describe("Parts", () => {
  test("are shown with the fields of a drag until it ends", () => {
    const { level, document, show } = open([
      [A, block([0, 0, 0])],
      [B, { kind: "star", position: [5, 5, 5] }],
    ]);
    const before = contentOf(level);
    show((shown) =>
      shown.setDrag(
        new Map<PartId, FieldChanges>([
          [A, { position: [9, 9, 9], color: "ff0000", shape: "sphere" }],
          [B, { position: [1, 2, 3] }],
          [C, { position: [0, 0, 0] }],
        ]),
      ),
    );
    expect(blocksOf(level)).toMatchObject([{ color: "ff0000" }]);
    expect(positionsOf(blocksOf(level))).toEqual([[9, 9, 9]]);
    expect(level.boundsOf([B])?.low[0]).toBeCloseTo(1 - 1.6);
    expect(document.get(A)).toMatchObject({ position: [0, 0, 0] });
    show((shown) => shown.setDrag(new Map([[B, { position: [1, 2, 3] }]])));
    expect(positionsOf(blocksOf(level))).toEqual([[0, 0, 0]]);
    show((shown) => shown.setDrag(null));
    expect(contentOf(level)).toEqual(before);
  });

  test("that are hidden aren't drawn", () => {
    const { level, show } = open([
      [A, block([0, 0, 0])],
      [B, block([8, 0, 0])],
      [C, { kind: "star", position: [5, 5, 5] }],
    ]);
    const before = contentOf(level);
    show((shown) => shown.setHidden(new Set([A, C])));
    expect(positionsOf(blocksOf(level))).toEqual([[8, 0, 0]]);
    expect(contentOf(level).props).toEqual([]);
    show((shown) => shown.setHidden(new Set([B])));
    expect(positionsOf(blocksOf(level))).toEqual([[0, 0, 0]]);
    show((shown) => shown.setHidden(new Set()));
    expect(contentOf(level)).toEqual(before);
  });

  test("have boxes around them", () => {
    const { level } = open([
      [A, block([10, 0, 0])],
      [B, block([0, 20, 0])],
    ]);
    expect(level.boundsOf([A, B])).toEqual({ low: [-2, -0.5, -2], high: [12, 20.5, 2] });
    expect(level.boundsOf([SKY_ID, C])).toBeNull();
    expect(level.levelBounds()).toEqual({ low: [-2, -0.5, -2], high: [12, 20.5, 2] });
    const far = open([[SPAWN_ID, { kind: "spawn", position: [0, 0, -50] }]]);
    expect(far.level.levelBounds().low[2]).toBeCloseTo(-51.1);
  });
});

describe("Highlights", () => {
  const parts: [PartId, Part][] = [
    [A, block([0, 0, 0])],
    [B, block([8, 0, 0], { shape: "wedge" })],
    [C, { kind: "star", position: [5, 5, 5] }],
  ];
  const none = { selected: new Set<PartId>(), hovered: null, others: new Map<PartId, number>() };

  test("are in the color of what is selected, hovered or held by others, in this order", () => {
    const { level } = open(parts);
    const others = new Map([
      [A, 0],
      [B, 1],
      [C, 9],
    ]);
    const colors = () => {
      level.update(MOMENT);
      return highlightsOf(level)
        .map(({ color, matrix }) => [matrix[12], color])
        .sort();
    };
    level.setHighlight({ ...none, others });
    expect(colors()).toEqual([
      [0, "2f9bff"],
      [5, "ff4fa3"],
      [8, "ff4fa3"],
    ]);
    level.setHighlight({ ...none, hovered: B, others });
    expect(colors()[2]).toEqual([8, "ffffff"]);
    level.setHighlight({ selected: new Set([B]), hovered: B, others: new Map() });
    expect(colors()).toEqual([[8, "f99205"]]);
    level.setHighlight(none);
    expect(colors()).toEqual([]);
  });

  test("follow their parts: dragged, hidden, changed and deleted ones", () => {
    const { level, edit, show } = open(parts);
    const highlighted = () =>
      positionsOf(highlightsOf(level))
        .map(([x]) => x)
        .sort();
    show((shown) => shown.setHighlight({ ...none, selected: new Set([A, C]) }));
    expect(highlighted()).toEqual([0, 5]);
    show((shown) => shown.setDrag(new Map([[A, { position: [40, 0, 0] }]])));
    expect(highlighted()).toEqual([40, 5]);
    level.setDrag(null);
    show((shown) => shown.setHidden(new Set([C])));
    expect(positionsOf(highlightsOf(level))).toEqual([[0, 0, 0]]);
    level.setHidden(new Set());
    edit({ set: [[A, { position: [3, 0, 0] }]] });
    expect(highlighted()).toEqual([3, 5]);
    edit({ del: [A, C] });
    expect(highlightsOf(level)).toEqual([]);
  });
});

test("Ghosts show parts elsewhere, beside the bopi at the spawn", () => {
  const { level, show } = open([[A, block([0, 0, 0])]]);
  const spawn = ghostsOf(level).length;
  expect(spawn).toBeGreaterThan(0);
  const part = block([0, 0, 0], { color: "00ff00", motion: { by: [0, 5, 0], seconds: 1 } });
  level.setGhosts([
    { part, position: [0, 5, 0] },
    { part: { kind: "goal", position: [0, 0, 0] }, position: [30, 0, 0] },
  ]);
  level.update(MOMENT);
  expect(ghostsOf(level).filter(({ color }) => color === "00ff00")).toMatchObject([{ code: 0 }]);
  expect(positionsOf(ghostsOf(level))).toContainEqual([0, 5, 0]);
  expect(ghostsOf(level)).toHaveLength(spawn + 4);
  show((shown) => shown.setGhosts([]));
  expect(ghostsOf(level)).toHaveLength(spawn);
  show((shown) => shown.setHidden(new Set([SPAWN_ID])));
  expect(ghostsOf(level)).toEqual([]);
});

/** The only mesh with this order. */
function meshWithOrder({ scene }: LevelScene, order: number): Mesh | undefined {
  const found: Object3D[] = [];
  scene.traverseVisible((object) => {
    if (object.renderOrder === order) found.push(object);
  });
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0] as Mesh | undefined;
}

describe("Marks over a level", () => {
  test("are the grid, and the cursor with a line down to it", () => {
    const { level } = open([]);
    const shown = () =>
      [meshWithOrder(level, 3), meshWithOrder(level, 30)].map((mesh) => mesh?.position.toArray());
    expect(shown()).toEqual([undefined, undefined]);
    level.setGrid({ y: 2, step: 1, center: [10, 9, 20] });
    level.setCursor([10, 9, 20]);
    expect(shown()).toEqual([
      [10, 2, 20],
      [10, 9, 20],
    ]);
    const drop = () => {
      const material = meshWithOrder(level, 30)?.material;
      return material instanceof ShaderMaterial ? material.uniforms.drop?.value : null;
    };
    expect(drop()).toBe(7);
    level.setCursor([10, 9, 20], 5);
    expect(drop()).toBe(4);
    level.setGrid(null);
    level.setCursor(null);
    expect(shown()).toEqual([undefined, undefined]);
  });

  test("are the trail, as one mesh with a box between each two points", () => {
    const { level } = open([]);
    const trail = () => meshWithOrder(level, 5) as InstancedMesh | undefined;
    level.setTrail(Float32Array.of(0, 0, 0, 4, 0, 0, 4, 0, 0.01, 4, 0, 8));
    expect(trail()?.count).toBe(2);
    level.setTrail(Float32Array.of(0, 0, 0));
    expect(trail()).toBeUndefined();
    level.setTrail(Float32Array.of(0, 0, 0, 4, 0, 0));
    expect(trail()?.count).toBe(1);
    level.setTrail(null);
    expect(trail()).toBeUndefined();
  });
});

describe("The ambience", () => {
  test("changes fog and light, and nothing about the blocks", () => {
    const { level, edit } = open([[A, block([0, 0, 0])]]);
    const [mesh] = meshesOf(level);
    level.setFogReach(1_000);
    edit({ set: [[SKY_ID, { ambience: "space" }]] });
    const mood = sceneMood("space");
    const fog = level.scene.fog as Fog;
    expect(fog.color.getHexString()).toBe(new Color().setRGB(...mood.horizon, "srgb").getHexString());
    expect([fog.near, fog.far]).toEqual([1_000 * mood.fogStart, 1_000]);
    const [sky, ...more] = level.scene.children.filter((one) => one instanceof HemisphereLight);
    expect(sky?.color.toArray()).toEqual(mood.skyLight);
    expect(more).toEqual([]);
    expect(meshesOf(level)[0]?.material).toBe(mesh?.material);
    expect(writesOf(level)).toBe(1);
  });

  test("keeps the programs of props: old ones are disposed of after the new ones are drawn", () => {
    const { level, edit } = open([[A, { kind: "star", position: [0, 0, 0] }]]);
    const materialOf = () => {
      const [mesh] = meshesWith(level.scene, "state");
      return mesh?.material as Exclude<Mesh["material"], unknown[]>;
    };
    const old = materialOf();
    const onDispose = vi.fn();
    old.addEventListener("dispose", onDispose);
    edit({ set: [[A, { position: [1, 0, 0] }]] });
    expect(materialOf()).not.toBe(old);
    expect(onDispose).not.toHaveBeenCalled();
    level.update(MOMENT);
    expect(onDispose).toHaveBeenCalledOnce();
  });
});

test("Motion rests until it's shown, and again afterwards, and takes highlights along", () => {
  const { level } = open([[A, block([0, 0, 0], { motion: { by: [10, 0, 0], seconds: 1 } })]]);
  level.setHighlight({ selected: new Set([A]), hovered: null, others: new Map() });
  const x = (tick: number) => {
    level.update({ ...MOMENT, tick });
    const [place] = positionsOf(blocksOf(level));
    expect(positionsOf(highlightsOf(level))).toEqual([place]);
    return place?.[0];
  };
  expect(x(30)).toBe(0);
  level.setMotionShown(true);
  expect(x(30)).toBeCloseTo(5);
  expect(x(60)).toBeCloseTo(10);
  level.setMotionShown(false);
  expect(x(60)).toBe(0);
});

describe("A run in a level that is being built", () => {
  const parts: [PartId, Part][] = [
    [partId(0, 0), block([-20, 0, 0])],
    [A, block([0, 0, 0], { motion: { by: [10, 0, 0], seconds: 1 } })],
    [B, block([0, 30, 0], { effect: "crumble" })],
    [C, { kind: "star", position: [5, 5, 5] }],
    [partId(0, 4), { kind: "checkpoint", position: [8, 0, 0] }],
  ];
  const run = { ...MOMENT, tick: 60, stars: Uint8Array.of(1), checkpoint: 0 };

  test("moves and crumbles blocks by their place in the document, and shows what is collected", () => {
    const { level } = open(parts);
    const touched: number[] = [];
    level.update({
      ...run,
      crumbleAge: (index) => {
        touched.push(index);
        return 50;
      },
    });
    expect(touched).toEqual([2]);
    const positions = positionsOf(blocksOf(level));
    expect(positions.some(([x]) => Math.abs((x as number) - 10) < 0.01)).toBe(true);
    expect(positions.some(([, y]) => (y as number) > 25 && (y as number) < 30)).toBe(true);
    expect(contentOf(level).props).not.toEqual(contentOf(open(parts).level).props);
  });

  test("leaves the scene as it was", () => {
    const { level, show } = open(parts);
    level.setHidden(new Set([B]));
    level.setHighlight({ selected: new Set([A]), hovered: null, others: new Map() });
    level.setGhosts([{ part: block([0, 0, 0]), position: [0, 5, 0] }]);
    show((shown) => shown.setGrid({ y: 0, step: 1, center: [0, 0, 0] }));
    const before = contentOf(level);
    const objects = countObjects(level);
    level.update({ ...run, crumbleAge: () => 50 });
    expect(overlaysOf(level)).toEqual([]);
    expect(meshWithOrder(level, 3)).toBeUndefined();
    expect(blocksOf(level)).toHaveLength(3);
    level.update({ ...run, crumbleAge: () => 120 });
    level.update(MOMENT);
    expect(contentOf(level)).toEqual(before);
    expect(countObjects(level)).toBe(objects);
    expect(meshWithOrder(level, 3)).toBeDefined();
  });

  test("isn't disturbed by edits, which are shown when it's over", () => {
    const { level, document } = open(parts);
    level.update(run);
    const during = contentOf(level);
    const changes = document.apply({
      add: [[partId(0, 9), block([0, 60, 0])]],
      set: [
        [C, { position: [1, 1, 1] }],
        [SKY_ID, { ambience: "space" }],
      ],
      del: [A],
    });
    level.sync(new Set(changes.map(({ id }) => id)));
    level.setHidden(new Set([partId(0, 0)]));
    level.update(run);
    expect(contentOf(level)).toEqual(during);
    level.update(MOMENT);
    const fresh = new EditableScene(document, { tier: "high", reducedMotion: false });
    fresh.setHidden(new Set([partId(0, 0)]));
    fresh.update(MOMENT);
    expect(contentOf(level)).toEqual(contentOf(fresh));
  });
});

function countObjects({ scene }: LevelScene): number {
  let count = 0;
  scene.traverse(() => count++);
  return count;
}

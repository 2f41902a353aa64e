import fc from "fast-check";
import { pictureView } from "#domain/build/picture-view.ts";
import { worldStart } from "#domain/build/starts/world-starts.ts";
import {
  bestOfEachKind,
  chooseShot,
  novelty,
  pictureScore,
  pictureSignature,
  rateShots,
  SIGNATURE_LENGTH,
  scoreTotal,
  shotCandidates,
  signatureDistance,
  wholeView,
} from "#domain/world/director/choose-shot.ts";
import { standingPlaces } from "#domain/world/director/standing-places.ts";
import { drawWorldPicture } from "#domain/world/draw-world.ts";
import type { World } from "#domain/world/schema.ts";
import { forAll } from "#tests/support/for-all.ts";

const floor = { shape: "box", position: [0, -1, 0], size: [40, 2, 40], color: "44aa44" };
const plain: World = {
  version: 1,
  spawn: { position: [0, 0, 0] },
  stars: [],
  checkpoints: [],
  hazards: [],
  blocks: [floor as World["blocks"][number]],
};

const bytes = (width: number, height: number) =>
  fc.uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 });

describe("the signature of a picture", () => {
  test("has a fixed length, no distance to itself and the same to another in both directions, from 0 to 1", () => {
    forAll(50, bytes(16, 16), bytes(16, 16), (one, two) => {
      const [a, b] = [pictureSignature(one, 16, 16), pictureSignature(two, 16, 16)];
      expect(a).toMatch(/^[0-9a-f]+$/);
      expect(a).toHaveLength(SIGNATURE_LENGTH);
      expect(signatureDistance(a, a)).toBe(0);
      const distance = signatureDistance(a, b);
      expect(distance).toBe(signatureDistance(b, a));
      expect(distance).toBeGreaterThanOrEqual(0);
      expect(distance).toBeLessThanOrEqual(1);
    });
  });

  test("is unlike any broken one", () => {
    const signature = "0".repeat(SIGNATURE_LENGTH);
    forAll(fc.string(), (broken) => {
      fc.pre(!/^[0-9a-f]{192}$/.test(broken));
      expect(signatureDistance(signature, broken)).toBe(1);
    });
    expect(signatureDistance(signature, "z".repeat(SIGNATURE_LENGTH))).toBe(1);
  });
});

describe("the score of a picture", () => {
  test("stays from 0 to 1 for any pixels", () => {
    forAll(100, bytes(16, 9), fc.double({ min: 0, max: 1, noNaN: true }), (data, sky) => {
      const score = pictureScore(data, 16, 9, sky);
      for (const value of [...Object.values(score), scoreTotal(score)]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-9);
      }
    });
  });

  test("is lower for an empty picture than for a level", () => {
    const empty = scoreTotal(pictureScore(new Uint8Array(160 * 90 * 4).fill(128), 160, 90, 1));
    const best = Math.max(...rateShots(worldStart("obby")).map(({ score }) => score));
    expect(best).toBeGreaterThan(empty + 0.3);
  });
});

describe("the places where a bopi can stand", () => {
  test("are on the ground, apart from the marker and free of blocks", () => {
    const wall = { ...floor, position: [5, 3, 0], size: [2, 6, 40], color: "888888" };
    const world = { ...plain, blocks: [...plain.blocks, wall] } as World;
    const places = standingPlaces(world, [0, 0, 0], 9);
    expect(places.length).toBeGreaterThan(10);
    for (const [x, y, z] of places) {
      expect(y).toBe(0);
      expect(Math.hypot(x, z)).toBeGreaterThan(1.8);
      expect(Math.abs(x - 5)).toBeGreaterThanOrEqual(2);
    }
  });

  test("are none in the air, in water or on moving ground", () => {
    const on = (block: object) =>
      standingPlaces({ ...plain, blocks: [{ ...floor, ...block }] } as World, [0, 0, 0], 9);
    expect(standingPlaces({ ...plain, blocks: [] }, [0, 0, 0], 9)).toEqual([]);
    expect(on({ material: "water" })).toEqual([]);
    expect(on({ motion: { by: [0, 4, 0], seconds: 2 } })).toEqual([]);
  });
});

describe("the director", () => {
  const world = worldStart("obby");
  const rated = rateShots(world);

  test("considers cameras that a creator could have chosen, of all kinds", () => {
    for (const one of [world, plain, worldStart("island"), worldStart("race")]) {
      const candidates = shotCandidates(one);
      expect(new Set(candidates.map(({ kind }) => kind))).toEqual(new Set(["hero", "spawn", "whole"]));
      for (const { view } of candidates) expect(pictureView.safeParse(view).success).toBe(true);
    }
  });

  test("rates and chooses the same for the same world, and only considers the kind that was wished for", () => {
    expect(rateShots(world)).toEqual(rated);
    expect(chooseShot(rated, [])).toEqual(chooseShot([...rated], []));
    expect(new Set(rateShots(world, "whole").map(({ kind }) => kind))).toEqual(new Set(["whole"]));
    expect(bestOfEachKind(rated, []).map(({ kind }) => kind)).toEqual(["hero", "spawn", "whole"]);
  });

  test("chooses another camera beside a picture of the same world", () => {
    const taken: string[] = [];
    const shots = [1, 2, 3, 4].map(() => {
      const shot = chooseShot(rated, taken);
      taken.push(shot.signature);
      return shot;
    });
    expect(new Set(shots.map(({ view }) => JSON.stringify(view))).size).toBe(4);
  });

  test("finds a picture less novel the more similar another one is", () => {
    const [one, two] = rated.map(({ signature }) => signature) as [string, string];
    expect(novelty(one, [])).toBe(1);
    expect(novelty(one, [one])).toBe(0);
    expect(novelty(one, [two])).toBeGreaterThan(0);
  });

  test("keeps the bopi's place from the sketch to the picture", () => {
    const shot = chooseShot(rated, []);
    expect(shot.place).not.toBeNull();
    const places = shot.place ? [shot.place] : [];
    const drawn = drawWorldPicture(world, { width: 512, height: 288, view: shot.view, bopi: { places } });
    expect(drawn.place).toEqual(shot.place);
    expect(drawn.seen).toBeGreaterThan(0.7);
  });
});

test("the picture of the whole world cuts no corner off", () => {
  const outline = { width: 160, height: 90 };
  for (const yaw of [45, -40, 30]) {
    const view = wholeView(plain, yaw);
    const { data } = drawWorldPicture(plain, { ...outline, view });
    // The sky depends on the number of blocks.
    const speck = { ...floor, position: [0, -1, 0], size: [0.05, 0.05, 0.05] } as World["blocks"][number];
    const empty = drawWorldPicture({ ...plain, blocks: [speck] }, { ...outline, view }).data;
    const edge = (x: number, y: number) => {
      const at = (y * outline.width + x) * 4;
      return data.slice(at, at + 3).join() === empty.slice(at, at + 3).join();
    };
    for (let x = 0; x < outline.width; x++) expect(edge(x, 0) && edge(x, outline.height - 1)).toBe(true);
    for (let y = 0; y < outline.height; y++) expect(edge(0, y) && edge(outline.width - 1, y)).toBe(true);
  }
});

import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { BOPI_POSES, type BopiPose } from "#domain/avatar/look-url.ts";
import { assembleBopi, NOTHING_EQUIPPED } from "#domain/avatar/model/assemble-bopi.ts";
import { boxOf } from "#domain/avatar/model/camera.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { poseBopi } from "#domain/avatar/model/pose-bopi.ts";
import { parseModel } from "#domain/items/model/parse-model.ts";
import { cubeObj } from "#tests/support/obj.ts";
import { drawAvatar, drawHeadshot, drawPose } from "#worker/render/pictures.ts";

const SIDE = 96;
const toy = {
  mesh: parseModel(new TextEncoder().encode(cubeObj()), "toy"),
  texture: { width: 1, height: 1, data: new Uint8Array([200, 40, 40, 255]) },
};
const posed = (pose: Exclude<BopiPose, "idle">) => {
  const bopi = assembleBopi(DEFAULT_COLORS, NOTHING_EQUIPPED);
  poseBopi(bopi, pose);
  return bopi;
};

describe("a bopi's pictures", () => {
  const hat = {
    mesh: parseModel(new TextEncoder().encode(cubeObj()), "hat"),
    texture: { width: 1, height: 1, data: new Uint8Array([40, 40, 200, 255]) },
  };
  /** The indices of all pixels of the green trunk. */
  const trunkOf = ({ data }: Pixels): number[] =>
    Array.from({ length: data.length / 4 }, (_, i) => i).filter((i) => {
      const [red, green, , opacity] = data.subarray(i * 4, i * 4 + 4) as unknown as number[];
      return opacity === 255 && (green ?? 0) > 100 && (red ?? 255) < 60;
    });

  test("show it in the same size with and without a hat", () => {
    for (const draw of [drawAvatar, drawHeadshot]) {
      const [bare, hatted] = [NOTHING_EQUIPPED, { ...NOTHING_EQUIPPED, hats: [hat] }].map((equipped) => {
        return trunkOf(draw({ ...DEFAULT_COLORS, torso: "00FF00" }, equipped, SIDE));
      });
      expect(bare?.length).toBeGreaterThan(50);
      expect(hatted).toEqual(bare);
    }
  });
});

describe("a bopi's poses", () => {
  test("have different pictures that touch no edge and fill them well, with and without a toy", () => {
    for (const equipped of [NOTHING_EQUIPPED, { ...NOTHING_EQUIPPED, toy }]) {
      const pictures = BOPI_POSES.map((pose) => drawPose(DEFAULT_COLORS, equipped, pose, SIDE));
      for (const { data } of pictures) {
        const isOpaque = (x: number, y: number) => (data[(y * SIDE + x) * 4 + 3] ?? 0) > 200;
        let covered = 0;
        for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) if (isOpaque(x, y)) covered++;
        expect(covered / SIDE ** 2).toBeGreaterThan(0.1);
        for (let i = 0; i < SIDE; i++)
          for (const [x, y] of [
            [0, i],
            [SIDE - 1, i],
            [i, 0],
            [i, SIDE - 1],
          ] as const)
            expect(isOpaque(x, y)).toBe(false);
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

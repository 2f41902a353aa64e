import { createHash } from "node:crypto";
import { expect } from "vitest";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import type { EquippedItems } from "#domain/avatar/model/assemble-bopi.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { starterWorld } from "#domain/build/starts/world-starts.ts";
import { parseModel } from "#domain/items/model/parse-model.ts";
import { drawWorld } from "#domain/world/draw-world.ts";
import { encodeJpeg } from "#worker/render/jpeg/encode.ts";
import { drawAvatar, drawHeadshot, drawItem, RENDERER_VERSION } from "#worker/render/pictures.ts";
import { encodePng } from "#worker/render/png.ts";
import { ballObj, cubeObj } from "./obj.ts";

/** SHA-256 hashes of the pixels that this version draws, the same in Node and in workerd. */
const GOLDEN = {
  version: 2,
  pictures: {
    "a bare bopi": "b09b4c867ace6890930b7cb0f7b50e71",
    "a dressed bopi": "02130a8e38bb1305f3bebd9a2d732623",
    "a dressed bopi's head": "78eb26c46b7af798a926ead20625e24a",
    "a hat": "53a39ef5cc4e78236e7f06e8c7e2a1cc",
    "a toy": "c6f200832f1edf76d85e63adb380949d",
    "a face": "7d08a99eaed57e288e80b22d98a79bc6",
    "a shirt": "f9fcdf06f0903ff09f16e831e9fdd957",
    "a pair of pants": "bd9fb9bede0c3dd967c602ba79504ef6",
    "a pair of shoes": "76c8d8f2f2a06e4fb8539df9c9d7b96e",
    "a level": "d9c986d838fcea0fd29143e701442d7d",
  },
  /** Hashes of the level's picture files. */
  files: {
    "a level as JPEG": "43586999f3cdf8b4f50a124e8febb6c6",
    "a level as PNG": "fbbd6adc170699b98fa6661d1e6c8bac",
  },
};

const REMINDER =
  "The renderer's output changed. If that's intended, raise RENDERER_VERSION in worker/render/pictures.ts, so every " +
  "picture is drawn again, and put the new version and hashes into tests/support/golden.ts.";

/** Stripes, rings and a transparent grid, so neighboring parts of a template differ. */
function pattern(seed: number): Pixels {
  const side = 512;
  const data = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const ring = ((x - 256) * (x - 256) + (y - 256) * (y - 256)) >> 8;
      const alpha = (x + seed) % 32 < 4 ? 0 : (y + seed) % 32 < 4 ? 128 : 255;
      data.set([(x * seed) & 255, (ring * 7) & 255, (y + seed * 50) & 255, alpha], (y * side + x) * 4);
    }
  }
  return { width: side, height: side, data };
}

const model = (text: string, seed: number, slot: "hat" | "toy") => ({
  mesh: parseModel(new TextEncoder().encode(text), slot),
  texture: pattern(seed),
});

function drawLevel(): Pixels {
  const size = { width: 256, height: 144 };
  return { ...size, data: new Uint8Array(drawWorld(starterWorld(), size)) };
}

/** Generated pictures by name. */
function pictures(): Record<string, Pixels> {
  const hat = model(cubeObj(1.2, [0, 0.3, 0]), 3, "hat");
  const toy = model(ballObj(12, 20, 0.4), 5, "toy");
  const nothing: EquippedItems = { hats: [], toy: null, face: null, shirt: null, pants: null, shoes: null };
  const dressed: EquippedItems = {
    hats: [hat, model(ballObj(8, 12, 0.3), 7, "hat")],
    toy,
    face: pattern(11),
    shirt: pattern(13),
    pants: pattern(17),
    shoes: pattern(19),
  };
  const texture = pattern(23);
  return {
    "a bare bopi": drawAvatar(DEFAULT_COLORS, nothing, 128),
    "a dressed bopi": drawAvatar(DEFAULT_COLORS, dressed, 128),
    "a dressed bopi's head": drawHeadshot(DEFAULT_COLORS, dressed, 96),
    "a hat": drawItem({ type: 1, model: hat }, 64),
    "a toy": drawItem({ type: 2, model: toy }, 64),
    "a face": drawItem({ type: 3, texture }, 64),
    "a shirt": drawItem({ type: 4, texture }, 64),
    "a pair of pants": drawItem({ type: 5, texture }, 64),
    "a pair of shoes": drawItem({ type: 6, texture }, 64),
    "a level": drawLevel(),
  };
}

/** Expects that the pictures match this version's hashes. */
export function expectGolden(): void {
  const drawings = pictures();
  for (const [name, { data }] of Object.entries(drawings)) {
    const covered = data.filter((value, i) => i % 4 === 3 && value > 0).length;
    expect(covered * 4, name).toBeGreaterThan(0.1 * data.length);
  }
  const level = drawLevel();
  const files = { "a level as JPEG": encodeJpeg(level, 80), "a level as PNG": encodePng(level) };
  const drawn = {
    version: RENDERER_VERSION,
    pictures: hashesOf(Object.entries(drawings).map(([name, { data }]) => [name, data])),
    files: hashesOf(Object.entries(files)),
  };
  expect(drawn, REMINDER).toEqual(GOLDEN);
}

const hashesOf = (bytes: [name: string, bytes: Pixels["data"]][]): Record<string, string> =>
  Object.fromEntries(
    bytes.map(([name, data]) => [name, createHash("sha256").update(data).digest("hex").slice(0, 32)]),
  );

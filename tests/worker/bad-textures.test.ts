import { crc32, deflateSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { badPngs } from "#tests/support/bad-pngs.ts";
import { join, text } from "#tests/support/bytes.ts";
import { type Person, person } from "#tests/support/people.ts";
import { createItem, storesNothing } from "#tests/support/shop.ts";
import { textureBytes } from "#tests/support/wardrobe.ts";
import { pngFile } from "#worker/render/png/chunks.ts";

const MESSAGES =
  /^Texture must be a png$|^Texture dimensions must be 512x512$|^The texture can't be read: |^The texture has [\d.]+ MB\. At most 4 MB are allowed\.$/;

let admin: Person;

beforeAll(async () => {
  admin = await person({ role: "admin" });
});

const send = (bytes: Uint8Array, type_id: number) =>
  createItem(admin.browser, {
    type_id,
    texture: new File([bytes as Uint8Array<ArrayBuffer>], "texture.png", { type: "image/png" }),
  });

/** As a shirt, whose size is fixed, and as a face, which may have any: refused at the texture, nothing kept. */
async function expectRefused(bytes: Uint8Array, label: string): Promise<void> {
  for (const type of [4, 3]) {
    const answer = await storesNothing(() => send(bytes, type));
    expect(answer.status, `${label} as ${type}`).toBe(422);
    expect(answer.body.message).toMatch(MESSAGES);
    expect(answer.body.errors).toEqual({ texture: [answer.body.message] });
    expect(answer.cost.written).toBe(0);
  }
}

const good = textureBytes(5);

test.each(badPngs(512, () => good))("a texture that is a PNG with %s is refused", async (label, make) => {
  await expectRefused(make(), label);
});

test("a texture that is cut off anywhere is refused", async () => {
  for (let at = 0; at < good.length; at += Math.ceil(good.length / 23))
    await expectRefused(good.slice(0, at), `the first ${at} bytes`);
});

test("a texture with any byte of it changed is refused", async () => {
  for (let at = 0; at < good.length; at += Math.ceil(good.length / 29))
    await expectRefused(
      good.map((byte, i) => (i === at ? byte ^ 0x55 : byte)),
      `byte ${at} changed`,
    );
});

test("a texture is not more than 4 MB", async () => {
  const large = join(good, new Uint8Array(4 * 1024 * 1024));
  const answer = await storesNothing(() => send(large, 3));
  expect(answer.body.message).toBe("The texture has 4.1 MB. At most 4 MB are allowed.");
  expect((await storesNothing(() => send(large, 4))).status).toBe(422);
});

/** A PNG of 512 × 512 with samples of a depth, in one go or interlaced. */
function made(colorType: number, depth: number, raw: Uint8Array, interlaced = 0): Uint8Array {
  const file = pngFile(512, 512, colorType, [{ type: "IDAT", data: deflateSync(raw) }]);
  file[24] = depth;
  file[28] = interlaced;
  new DataView(file.buffer).setUint32(29, crc32(file.subarray(12, 29)));
  return file;
}

/** Bytes of an interlaced picture: seven smaller pictures one after the other (PNG §8). */
function interlacedSize(pixelBits: number): number {
  const passes = [
    [8, 8],
    [8, 8],
    [4, 8],
    [4, 4],
    [2, 4],
    [2, 2],
    [1, 2],
  ];
  return passes.reduce(
    (sum, [dx = 1, dy = 1]) => sum + (512 / dy) * (1 + Math.ceil(((512 / dx) * pixelBits) / 8)),
    0,
  );
}

const apng = (() => {
  const [head, rest] = [good.slice(0, 33), good.slice(33, good.length - 12)];
  const chunk = (type: string, data: Uint8Array) => {
    const body = join(text(type), data);
    const [length, sum] = [new Uint8Array(4), new Uint8Array(4)];
    new DataView(length.buffer).setUint32(0, data.length);
    new DataView(sum.buffer).setUint32(0, crc32(body));
    return join(length, body, sum);
  };
  const frame = new Uint8Array(26);
  return join(
    head,
    chunk("acTL", new Uint8Array([0, 0, 0, 2, 0, 0, 0, 0])),
    chunk("fcTL", frame),
    rest,
    chunk("fcTL", frame),
    chunk("fdAT", join([0, 0, 0, 1], deflateSync(new Uint8Array(100)))),
    good.slice(good.length - 12),
  );
})();

test.each<[string, Uint8Array]>([
  ["animated: its first picture counts", apng],
  ["of 16 bits a sample", made(6, 16, new Uint8Array((512 * 8 + 1) * 512))],
  ["of 16 bits of grey", made(0, 16, new Uint8Array((512 * 2 + 1) * 512))],
  ["of one bit a pixel", made(0, 1, new Uint8Array((512 / 8 + 1) * 512))],
  ["interlaced", made(6, 8, new Uint8Array(interlacedSize(32)), 1)],
  ["interlaced, of one bit a pixel", made(0, 1, new Uint8Array(interlacedSize(1)), 1)],
])("a texture that is %s is taken", async (_, bytes) => {
  for (const type of [4, 3]) {
    const answer = await send(bytes, type);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  }
});

test("an interlaced texture with a pass too little is refused", async () => {
  await expectRefused(made(6, 8, new Uint8Array(interlacedSize(32) - 2), 1), "a pass too little");
});

import { crc32, deflateSync } from "node:zlib";
import { someBadPngs } from "#tests/support/bad-pngs.ts";
import { concatBytes, encodeText } from "#tests/support/concat-bytes.ts";
import { createItem, expectNothingStored } from "#tests/support/create-item.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { textureBytes } from "#tests/support/wearable.ts";
import { pngFile } from "#worker/render/png/chunks.ts";

const MESSAGES =
  /^Texture must be a png$|^Texture dimensions must be 512x512$|^The texture can't be read: |^The texture is [\d.]+ MB\. The limit is 4 MB\.$/;

const admin = await signedInUser({ role: "admin" });

const send = (bytes: Uint8Array, type_id: number) =>
  createItem(admin, {
    type_id,
    texture: new File([bytes as Uint8Array<ArrayBuffer>], "texture.png", { type: "image/png" }),
  });

/** Uploads it as a shirt, which has a fixed size, and as a face of any size: both are rejected and store nothing. */
async function expectRejected(bytes: Uint8Array, label: string): Promise<void> {
  for (const type of [4, 3]) {
    const response = await expectNothingStored(() => send(bytes, type));
    expect(response.status, `${label} as ${type}`).toBe(422);
    expect(response.body.message).toMatch(MESSAGES);
    expect(response.body.errors).toEqual({ texture: [response.body.message] });
    expect(response.cost.written).toBe(0);
  }
}

const good = textureBytes(5);

test.each(someBadPngs(512, () => good))(
  "a texture that is a PNG with %s is rejected",
  async (label, make) => {
    await expectRejected(make(), label);
  },
);

test("a texture that is cut off anywhere is rejected", async () => {
  for (let at = 0; at < good.length; at += Math.ceil(good.length / 5))
    await expectRejected(good.slice(0, at), `the first ${at} bytes`);
});

test("a texture with any byte before its end changed is rejected", async () => {
  const end = good.length - 12;
  for (let at = 0; at < end; at += Math.ceil(end / 5))
    await expectRejected(
      good.map((byte, i) => (i === at ? byte ^ 0x55 : byte)),
      `byte ${at} changed`,
    );
});

test("a texture over 4 MB is rejected", async () => {
  const large = concatBytes(good, new Uint8Array(4 * 1024 * 1024));
  const response = await expectNothingStored(() => send(large, 3));
  expect(response.body.message).toBe("The texture is 4.1 MB. The limit is 4 MB.");
  expect((await expectNothingStored(() => send(large, 4))).status).toBe(422);
});

/** A PNG of 512 × 512 with samples of a bit depth, interlaced or not. */
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
    const body = concatBytes(encodeText(type), data);
    const [length, sum] = [new Uint8Array(4), new Uint8Array(4)];
    new DataView(length.buffer).setUint32(0, data.length);
    new DataView(sum.buffer).setUint32(0, crc32(body));
    return concatBytes(length, body, sum);
  };
  const frame = new Uint8Array(26);
  return concatBytes(
    head,
    chunk("acTL", new Uint8Array([0, 0, 0, 2, 0, 0, 0, 0])),
    chunk("fcTL", frame),
    rest,
    chunk("fcTL", frame),
    chunk("fdAT", concatBytes([0, 0, 0, 1], deflateSync(new Uint8Array(100)))),
    good.slice(good.length - 12),
  );
})();

/** Its chunks' checksums are right, that of the data inside isn't. */
function wrongAdler(): Uint8Array {
  const data = deflateSync(new Uint8Array((512 * 3 + 1) * 512));
  return pngFile(512, 512, 2, [
    { type: "IDAT", data: data.map((byte, i) => byte ^ Number(i === data.length - 1)) },
  ]);
}

test.each<[string, Uint8Array]>([
  ["animated, with its first picture", apng],
  ["followed by a line break", concatBytes(good, [10])],
  ["followed by zeros", concatBytes(good, new Uint8Array(512))],
  ["followed by a second picture", concatBytes(good, good)],
  ["unpacked although its compressed data has a wrong checksum", wrongAdler()],
  ["of 16 bits per sample", made(6, 16, new Uint8Array((512 * 8 + 1) * 512))],
  ["of 16 bits of gray", made(0, 16, new Uint8Array((512 * 2 + 1) * 512))],
  ["of one bit per pixel", made(0, 1, new Uint8Array((512 / 8 + 1) * 512))],
  ["interlaced", made(6, 8, new Uint8Array(interlacedSize(32)), 1)],
  ["interlaced, of one bit per pixel", made(0, 1, new Uint8Array(interlacedSize(1)), 1)],
])("a texture that is %s is accepted", async (_, bytes) => {
  for (const type of [4, 3]) {
    const response = await send(bytes, type);
    expect(response.status, JSON.stringify(response.body)).toBe(201);
  }
});

test("an interlaced texture with an incomplete pass is rejected", async () => {
  await expectRejected(made(6, 8, new Uint8Array(interlacedSize(32) - 2), 1), "a pass too little");
});

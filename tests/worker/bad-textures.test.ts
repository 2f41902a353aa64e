import { deflateSync } from "node:zlib";
import { concatBytes, someBadPngs } from "#tests/support/bad-pngs.ts";
import { createItem, expectNothingStored } from "#tests/support/stored.ts";
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

test.each(someBadPngs(512, () => good))("a texture with %s is rejected", async (label, make) => {
  await expectRejected(make(), label);
});

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

/** Its chunks' checksums are right, that of the data inside isn't. */
function wrongAdler(): Uint8Array {
  const data = deflateSync(new Uint8Array((512 * 3 + 1) * 512));
  return pngFile(512, 512, 2, [
    { type: "IDAT", data: data.map((byte, i) => byte ^ Number(i === data.length - 1)) },
  ]);
}

test.each<[string, Uint8Array]>([
  ["followed by zeros", concatBytes(good, new Uint8Array(512))],
  ["unpacked although its compressed data has a wrong checksum", wrongAdler()],
])("a texture that is %s is accepted", async (_, bytes) => {
  for (const type of [4, 3]) {
    const response = await send(bytes, type);
    expect(response.status, JSON.stringify(response.body)).toBe(201);
  }
});

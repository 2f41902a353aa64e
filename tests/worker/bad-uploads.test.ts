import { deflateSync } from "node:zlib";
import { starterWorld } from "#domain/build/starts/world-starts.ts";
import { createLevelRoute, editLevelRoute, type Level } from "#domain/levels/api.ts";
import { concatBytes, encodeText, someBadPngs } from "#tests/support/bad-pngs.ts";
import { addUser, Browser, type TestResponse } from "#tests/support/browser.ts";
import { jpegPictureFile, pngPictureFile } from "#tests/support/picture-files.ts";
import { createItem, expectNothingStored, storedObjects, tableSizes } from "#tests/support/stored.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { textureBytes } from "#tests/support/wearable.ts";
import { addLevel, worldFile } from "#tests/support/world.ts";
import { pngFile } from "#worker/render/png/chunks.ts";

const MIB = 1024 * 1024;

const user = await addUser();
const browser = await Browser.signedIn(user);
const level = await addLevel(user.id);
const png = new Uint8Array(await (await pngPictureFile(64, 48)).arrayBuffer());
const jpeg = new Uint8Array(await (await jpegPictureFile(64, 48)).arrayBuffer());

const asFile = (bytes: Uint8Array | string, name = "picture.png", type = "image/png") =>
  new File([bytes as Uint8Array<ArrayBuffer>], name, { type });
/** Creates a level with the file and changes one to it: both are rejected at the field and store nothing. */
async function expectRejected(
  field: "thumbnail" | "file",
  file: File,
  statuses = [422],
): Promise<TestResponse> {
  const [rows, objects] = [await tableSizes(), await storedObjects()];
  const make = () => browser.call(createLevelRoute, { title: "Bad", [field]: file });
  const change = () => browser.call(editLevelRoute, { id: level, title: "Changed", [field]: file });
  let last = await make();
  for (const response of [last, await change()]) {
    expect(statuses).toContain(response.status);
    expect(response.body.message).toEqual(expect.any(String));
    expect(String(response.body.message).length).toBeLessThan(200);
    if (response.status === 422) {
      const { [field]: sentences, ...others } = response.body.errors as Record<string, string[]>;
      expect(others).toEqual({});
      expect(sentences?.[0]).toBe(response.body.message);
    }
    expect(response.cost.written).toBe(0);
    last = response;
  }
  expect(await storedObjects()).toBe(objects);
  expect(await tableSizes()).toEqual(rows);
  return last;
}

async function expectTaken(thumbnail: File): Promise<void> {
  const response = await browser.call(editLevelRoute, { id: level, thumbnail });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  expect((response.body.level as Level).has_own_thumbnail).toBe(true);
}

describe("a thumbnail", () => {
  const NO_PICTURE = "That file isn't a PNG or JPEG picture.";
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
  const GIF =
    "GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

  test.each([
    ["a text", "hello"],
    ["an empty file", ""],
    ["a single byte", "\x89"],
    ["an SVG", SVG],
    ["a GIF", GIF],
    ["a web page", "<!doctype html><script>alert(1)</script>"],
    [
      "a WebP",
      "RIFF\x1a\x00\x00\x00WEBPVP8L\r\x00\x00\x00/\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00",
    ],
    ["a program", "MZ\x90\x00\x03"],
    ["a script before a picture", `<script>alert(1)</script>\x89PNG\r\n\x1a\n`],
  ])("can't be %s with a picture's file name", async (_, content) => {
    const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0));
    expect((await expectRejected("thumbnail", asFile(bytes))).body.message).toBe(NO_PICTURE);
  });

  test("is recognized by its content, not by its name", async () => {
    await expectTaken(asFile(png, "picture.svg", "image/svg+xml"));
    await expectTaken(asFile(jpeg, "picture", ""));
  });

  test("over 8 MB is rejected before it is decoded, and over the form limit as too large", async () => {
    const response = await expectRejected("thumbnail", asFile(concatBytes(png, new Uint8Array(9 * MIB))));
    expect(response.body.message).toBe("The picture is 9.1 MB. The limit is 8 MB.");
    const form = await expectRejected("thumbnail", asFile(new Uint8Array(13 * MIB)), [413]);
    expect(form.body.message).toMatch(/^What you sent is (?:13\.1 MB|too large)\. The limit is 12\.1 MB\.$/);
  });

  test.each(someBadPngs(8, () => png))("that is a PNG with %s is rejected", async (_, make) => {
    const response = await expectRejected("thumbnail", asFile(make()));
    expect(response.body.message).toMatch(/^The picture can't be read: /);
  });

  /** A JPEG's frame header; `marker` is its kind of coding. */
  const frame = (marker: number, width: number, height: number) => [
    ...[0xff, marker, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255],
    ...[1, 1, 0x11, 0],
  ];
  const start = [0xff, 0xd8];
  const end = [0xff, 0xd9];
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0];
  const quantization = [0xff, 0xdb, 0, 67, 0, ...Array<number>(64).fill(1)];
  const huffman = [0xff, 0xc4, 0, 20, 0, 1, ...Array<number>(15).fill(0), 0];
  const sizeAt = () =>
    jpeg.findIndex((byte, i) => byte === 0xff && (jpeg[i + 1] ?? 0) >= 0xc0 && (jpeg[i + 1] ?? 0) <= 0xc2) +
    5;
  const TOO_LARGE = "The picture is 65535 × 65535. Use one of at most 4096 × 3072.";
  const BROKEN_HEADER = expect.stringContaining("JPEG header is broken");
  const BAD_JPEGS: [string, () => Uint8Array, message?: string][] = [
    ["its first bytes alone", () => concatBytes(start)],
    ["no frame", () => concatBytes(start, quantization, end)],
    [
      "65,535 pixels each way",
      () => concatBytes(start, quantization, frame(0xc0, 65_535, 65_535), scan, end),
      TOO_LARGE,
    ],
    [
      "a real picture's header changed to 65,535 pixels",
      () => jpeg.map((byte, i) => (i >= sizeAt() && i < sizeAt() + 4 ? 255 : byte)),
      TOO_LARGE,
    ],
    ["no width", () => concatBytes(start, frame(0xc0, 0, 8), scan, end)],
    ["a frame and no scan", () => concatBytes(start, quantization, frame(0xc0, 8, 8), end)],
    ["a scan without tables", () => concatBytes(start, frame(0xc0, 8, 8), scan, end)],
    ["half its headers", () => jpeg.slice(0, sizeAt() + 2)],
    ["half its data", () => jpeg.slice(0, jpeg.length >> 1)],
    [
      "a second, larger frame",
      () => concatBytes(start, quantization, frame(0xc0, 8, 8), frame(0xc0, 65_535, 65_535), scan, end),
    ],
    [
      "noise after its first bytes",
      () =>
        concatBytes(
          start,
          Array.from({ length: 5_000 }, (_, i) => (i * 7919) & 255),
        ),
    ],
    ["a segment longer than the file", () => concatBytes(start, [0xff, 0xe0, 0xff, 0xff, 1, 2, 3])],
    [
      "two hundred scans over twelve million pixels",
      () =>
        concatBytes(
          start,
          quantization,
          frame(0xc2, 4096, 3072),
          huffman,
          ...Array.from({ length: 200 }, () => [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0]),
          end,
        ),
      BROKEN_HEADER,
    ],
  ];
  // Too many pixels or scans are rejected by the header, before the decoder allocates.
  test.each(BAD_JPEGS)("as a JPEG with %s is rejected", async (_, make, message = expect.any(String)) => {
    const { body } = await expectRejected("thumbnail", asFile(make(), "picture.jpg", "image/jpeg"));
    expect(body).toMatchObject({ message });
  });

  test("is accepted after any number of broken ones: they leave nothing behind in the decoder", async () => {
    const broken = concatBytes(
      start,
      quantization,
      frame(0xc0, 4096, 3072),
      huffman,
      [0xff, 0xda, 0, 8, 1, 1, 0x33, 0, 63, 0],
      end,
    );
    for (let n = 0; n < 40; n++)
      expect((await browser.call(editLevelRoute, { id: level, thumbnail: asFile(broken) })).status).toBe(422);
    await expectTaken(await jpegPictureFile(1_600, 1_200));
    await expectTaken(await pngPictureFile(300, 200));
  });
});

describe("a level document", () => {
  const good = starterWorld() as unknown as Record<string, unknown>;
  const block = { shape: "box", position: [0, 0, 0], size: [4, 1, 4], color: "f99205" };
  const changed = (fields: Record<string, unknown>) => JSON.stringify({ ...good, ...fields });

  test.each([
    ["a picture's bytes", "\x89PNG\r\n\x1a\n"],
    ["a million lists in each other", "[".repeat(1_000_000)],
    ["no blocks", changed({ blocks: [] })],
    ["blocks that are an object", changed({ blocks: { 0: block, length: 1 } })],
    ["a block of an unknown shape", changed({ blocks: [{ ...block, shape: "__proto__" }] })],
    ["a position as text", changed({ blocks: [{ ...block, position: ["0", 0, 0] }] })],
    ["a position with four numbers", changed({ blocks: [{ ...block, position: [0, 0, 0, 0] }] })],
    ["a spawn of true", changed({ spawn: true })],
    ["a key with its own prototype", changed({}).replace("{", '{"__proto__":{"version":1},')],
  ])("is rejected if it is or contains %s", async (_, content) => {
    await expectRejected("file", worldFile(content));
  });

  test("is rejected with all its problems, each with its place", async () => {
    const wrong = { ...block, color: "red", size: [0, 1, 1] };
    const response = await expectRejected("file", worldFile(changed({ version: 2, blocks: [block, wrong] })));
    expect(response.body.errors).toEqual({
      file: [
        "version must be 1.",
        "blocks[1].size[0] must be at least 0.05.",
        "blocks[1].color must be 6 hexadecimal digits without '#', such as f99205.",
      ],
    });
  });

  test("can't be invalid UTF-8 or UTF-16", async () => {
    for (const bytes of [
      concatBytes(encodeText('{"version":'), [0xff], encodeText("}")),
      concatBytes([0xff, 0xfe], [0x7b, 0, 0x7d, 0]),
    ])
      await expectRejected("file", asFile(bytes, "level.json", "application/json"));
  });

  test("can have 20,000 blocks and a byte order mark", async () => {
    const most = changed({ blocks: Array(20_000).fill(block) });
    const response = await browser.call(editLevelRoute, { id: level, file: worldFile(`\ufeff${most}`) });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
  });
});

describe("a form with a valid file and an invalid field", () => {
  test("stores neither the file nor the level", async () => {
    const picture = asFile(png);
    for (const input of [
      { title: "", thumbnail: picture, file: worldFile() },
      { title: "x".repeat(61), thumbnail: picture, file: worldFile() },
      { title: "Good", category: "racing", thumbnail: picture, file: worldFile() },
      { title: "Good", thumbnail: "a text", file: worldFile() },
      { title: "Good", thumbnail: picture, file: "a text" },
      { title: "Good", thumbnail: asFile("hello"), file: worldFile() },
      { title: "Good", thumbnail: picture, file: worldFile("[]") },
    ]) {
      const [rows, objects] = [await tableSizes(), await storedObjects()];
      expect((await browser.call(createLevelRoute, input)).status).toBe(422);
      expect(await storedObjects()).toBe(objects);
      expect(await tableSizes()).toEqual(rows);
    }
  });

  test("stores no file when the account has reached its level limit", async () => {
    const full = await Browser.signedIn(await addUser({ levels_count: 100 }));
    const objects = await storedObjects();
    const input = { title: "One more", thumbnail: asFile(png), file: worldFile() };
    const response = await full.call(createLevelRoute, input);
    expect([response.status, response.body.code]).toEqual([422, "level_limit"]);
    expect(await storedObjects()).toBe(objects);
  });
});

const MESSAGES =
  /^Texture must be a png$|^Texture dimensions must be 512x512$|^The texture can't be read: |^The texture is [\d.]+ MB\. The limit is 4 MB\.$/;

const admin = await signedInUser({ role: "admin" });

const send = (bytes: Uint8Array, type_id: number) =>
  createItem(admin, {
    type_id,
    texture: new File([bytes as Uint8Array<ArrayBuffer>], "texture.png", { type: "image/png" }),
  });

/** Uploads it as a shirt, which has a fixed size, and as a face of any size: both are rejected and store nothing. */
async function expectTextureRejected(bytes: Uint8Array, label: string): Promise<void> {
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
  await expectTextureRejected(make(), label);
});

test("a texture that is cut off anywhere, or with any byte before its end changed, is rejected", async () => {
  for (let at = 0; at < good.length; at += Math.ceil(good.length / 5))
    await expectTextureRejected(good.slice(0, at), `the first ${at} bytes`);
  const end = good.length - 12;
  for (let at = 0; at < end; at += Math.ceil(end / 5))
    await expectTextureRejected(
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

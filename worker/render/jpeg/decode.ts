import type { Picture } from "../png.ts";
import { ZIGZAG } from "./blocks.ts";
import { decodeScan, type JpegComponent } from "./decode-scan.ts";
import { EntropyReader, type HuffmanTable, huffmanTable, JpegError } from "./entropy-reader.ts";

/** How much Arai, Agui and Nakajima's transform scales each frequency, so that it needs five multiplications. */
const SCALES = Array.from({ length: 8 }, (_, k) => (k ? Math.SQRT2 * Math.cos((k * Math.PI) / 16) : 1));

/** Returns quantization steps that include the transform's scales, by row and column of the frequency. */
const scaledSteps = (steps: ArrayLike<number>): Float32Array =>
  Float32Array.from(
    { length: 64 },
    (_, at) => ((steps[at] as number) * (SCALES[at >> 3] as number) * (SCALES[at & 7] as number)) / 8,
  );

const work = new Float32Array(64);

/** Transforms the block of frequencies at `from` into samples of a plane whose rows are `stride` long. */
function inverseDct(
  blocks: Int16Array,
  from: number,
  steps: Float32Array,
  plane: Uint8ClampedArray,
  to: number,
  stride: number,
): void {
  for (let at = 0; at < 64; at++) work[at] = (blocks[from + at] as number) * (steps[at] as number);
  for (let column = 0; column < 8; column++) transform(column, 8);
  for (let row = 0; row < 8; row++) {
    transform(row * 8, 1);
    for (let x = 0; x < 8; x++) plane[to + row * stride + x] = (work[row * 8 + x] as number) + 128;
  }
}

/** Transforms eight numbers that are `step` apart. */
function transform(at: number, step: number): void {
  const v0 = work[at] as number;
  const v1 = work[at + step] as number;
  const v2 = work[at + 2 * step] as number;
  const v3 = work[at + 3 * step] as number;
  const v4 = work[at + 4 * step] as number;
  const v5 = work[at + 5 * step] as number;
  const v6 = work[at + 6 * step] as number;
  const v7 = work[at + 7 * step] as number;
  const sum26 = v2 + v6;
  const rest26 = (v2 - v6) * Math.SQRT2 - sum26;
  const even0 = v0 + v4 + sum26;
  const even1 = v0 - v4 + rest26;
  const even2 = v0 - v4 - rest26;
  const even3 = v0 + v4 - sum26;
  const turned = (v5 - v3 + v1 - v7) * 1.847759065;
  const odd0 = v1 + v7 + v5 + v3;
  const odd1 = turned - (v5 - v3) * 2.61312593 - odd0;
  const odd2 = (v1 + v7 - v5 - v3) * Math.SQRT2 - odd1;
  const odd3 = turned - (v1 - v7) * 1.0823922 - odd2;
  work[at] = even0 + odd0;
  work[at + step] = even1 + odd1;
  work[at + 2 * step] = even2 + odd2;
  work[at + 3 * step] = even3 + odd3;
  work[at + 4 * step] = even3 - odd3;
  work[at + 5 * step] = even2 - odd2;
  work[at + 6 * step] = even1 - odd1;
  work[at + 7 * step] = even0 - odd0;
}

interface Frame {
  isProgressive: boolean;
  width: number;
  height: number;
  /** The largest number of samples in a unit, across and down. */
  across: number;
  down: number;
  unitsAcross: number;
  unitsDown: number;
  components: (JpegComponent & { id: number; table: number })[];
}

/** A JPEG (ITU-T T.81, 8 bits) as opaque pixels, turned as its camera says. Throws `JpegError`. */
export function decodeJpeg(bytes: Uint8Array): Picture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const steps: Float32Array[] = [];
  const means: HuffmanTable[] = [];
  const details: HuffmanTable[] = [];
  let frame: Frame | null = null;
  let restartInterval = 0;
  let orientation = 1;
  let isRgb = false;
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at);
    const marker = at < 0 ? 0xd9 : (bytes[at + 1] ?? 0xd9);
    if (marker === 0xd9) break;
    // Fillers, and what may stand in data.
    if (marker === 0xff || marker === 0 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    const body = bytes.subarray(at + 4, end);
    at = end;
    if (marker === 0xdb) readSteps(body, steps);
    else if (marker === 0xc4) readHuffmanTables(body, means, details);
    else if (marker === 0xdd) restartInterval = word(body, 0);
    else if (marker === 0xe1) orientation = readOrientation(body) ?? orientation;
    else if (marker === 0xee) isRgb = text(body, 0, 5) === "Adobe" && body[11] === 0;
    else if (marker >= 0xc0 && marker <= 0xc2) frame = readFrame(body, marker === 0xc2);
    else if (marker === 0xda) {
      if (!frame) throw new JpegError("The JPEG's data comes before its size.");
      const { components, isProgressive, unitsAcross, unitsDown } = frame;
      const count = body[0] as number;
      const parts = Array.from({ length: count }, (_, i) => {
        const component = components.find(({ id }) => id === body[1 + 2 * i]);
        if (!component) throw new JpegError("The JPEG has data of an unknown component.");
        const tables = body[2 + 2 * i] as number;
        return { component, mean: means[tables >> 4], detail: details[tables & 15] };
      });
      const [first = 0, last = 63, bits = 0] = body.subarray(1 + 2 * count);
      const reader = new EntropyReader(bytes, at);
      const range = { first, last: Math.min(63, last), bit: bits & 15, refines: bits >> 4 > 0 };
      decodeScan(
        reader,
        { parts, isProgressive, restartInterval, ...(isProgressive ? range : WHOLE) },
        unitsAcross,
        unitsDown,
      );
      at = reader.position;
    }
  }
  if (!frame) throw new JpegError("The JPEG has no size.");
  return toPicture(frame, steps, isRgb, orientation);
}

const WHOLE = { first: 0, last: 63, bit: 0, refines: false };
const word = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
const text = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

function readSteps(body: Uint8Array, steps: Float32Array[]): void {
  for (let at = 0; at < body.length; ) {
    const head = body[at++] as number;
    const size = head >> 4 ? 2 : 1;
    const table = new Uint16Array(64);
    for (let k = 0; k < 64; k++)
      table[ZIGZAG[k] as number] = size === 2 ? word(body, at + 2 * k) : (body[at + k] ?? 0);
    steps[head & 15] = scaledSteps(table);
    at += 64 * size;
  }
}

function readHuffmanTables(body: Uint8Array, means: HuffmanTable[], details: HuffmanTable[]): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const head = body[at] as number;
    const counts = body.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    (head >> 4 ? details : means)[head & 15] = huffmanTable(counts, body.subarray(at + 17, at + 17 + total));
    at += 17 + total;
  }
}

function readFrame(body: Uint8Array, isProgressive: boolean): Frame {
  const [height, width, count] = [word(body, 1), word(body, 3), body[5]];
  if (body[0] !== 8 || !width || !height || (count !== 1 && count !== 3))
    throw new JpegError("The JPEG isn't one of 8 bits in gray or color.");
  const parts = Array.from({ length: count }, (_, i) => {
    const [id = 0, factors = 0, table = 0] = body.subarray(6 + 3 * i);
    return { id, across: factors >> 4, down: factors & 15, table };
  });
  if (parts.some((part) => part.across < 1 || part.across > 4 || part.down < 1 || part.down > 4))
    throw new JpegError("The JPEG's samples are too many.");
  const across = Math.max(...parts.map((part) => part.across));
  const down = Math.max(...parts.map((part) => part.down));
  const unitsAcross = Math.ceil(width / 8 / across);
  const unitsDown = Math.ceil(height / 8 / down);
  const components = parts.map((part) => {
    const stride = unitsAcross * part.across;
    return {
      ...part,
      columns: Math.ceil(Math.ceil((width * part.across) / across) / 8),
      rows: Math.ceil(Math.ceil((height * part.down) / down) / 8),
      stride,
      blocks: new Int16Array(stride * unitsDown * part.down * 64),
    };
  });
  return { isProgressive, width, height, across, down, unitsAcross, unitsDown, components };
}

/** Returns how the camera was held (EXIF, tag 0x0112): 1 to 8. */
function readOrientation(body: Uint8Array): number | null {
  if (text(body, 0, 6) !== "Exif\0\0" || body.length < 16) return null;
  const tiff = new DataView(body.buffer, body.byteOffset + 6, body.length - 6);
  const isLittle = tiff.getUint16(0) === 0x4949;
  const start = tiff.getUint32(4, isLittle);
  if (start + 2 > tiff.byteLength) return null;
  const count = tiff.getUint16(start, isLittle);
  for (let at = start + 2; at < start + 2 + 12 * count && at + 12 <= tiff.byteLength; at += 12) {
    const value = tiff.getUint16(at + 8, isLittle);
    if (tiff.getUint16(at, isLittle) === 0x0112) return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** The samples of a component, and where each column of the picture has its own. */
function planeOf(frame: Frame, index: number, steps: readonly Float32Array[]) {
  const component = frame.components[index] as Frame["components"][number];
  const { blocks, stride, table } = component;
  const own = steps[table];
  if (!own) throw new JpegError("The JPEG lacks a table.");
  const samples = new Uint8ClampedArray(blocks.length);
  for (let block = 0; block * 64 < blocks.length; block++) {
    const [column, row] = [block % stride, Math.floor(block / stride)];
    inverseDct(blocks, block * 64, own, samples, row * 64 * stride + column * 8, stride * 8);
  }
  const columns = Int32Array.from({ length: frame.width }, (_, x) =>
    Math.floor((x * component.across) / frame.across),
  );
  const rowStart = (y: number) => Math.floor((y * component.down) / frame.down) * stride * 8;
  return { samples, columns, rowStart };
}

function toPicture(frame: Frame, steps: readonly Float32Array[], isRgb: boolean, orientation: number) {
  const { width, height, components } = frame;
  const planes = components.map((_, i) => {
    const plane = planeOf(frame, i, steps);
    // Frees the frequencies before the picture is made: both are large.
    (components[i] as JpegComponent).blocks = new Int16Array();
    return plane;
  });
  const [first, second = first, third = first] = planes as [(typeof planes)[0]];
  const isGray = planes.length === 1;
  const { start, right, down } = stepsOf(orientation, width, height);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    const [row1, row2, row3] = [first.rowStart(y), second.rowStart(y), third.rowStart(y)];
    let at = 4 * (start + y * down);
    for (let x = 0; x < width; x++, at += 4 * right) {
      const one = first.samples[row1 + (first.columns[x] as number)] as number;
      if (isGray) {
        data[at] = data[at + 1] = data[at + 2] = one;
        continue;
      }
      const two = second.samples[row2 + (second.columns[x] as number)] as number;
      const three = third.samples[row3 + (third.columns[x] as number)] as number;
      data[at] = isRgb ? one : one + 1.402 * (three - 128);
      data[at + 1] = isRgb ? two : one - 0.344136 * (two - 128) - 0.714136 * (three - 128);
      data[at + 2] = isRgb ? three : one + 1.772 * (two - 128);
    }
  }
  return orientation > 4 ? { width: height, height: width, data } : { width, height, data };
}

/** Where the first pixel of a turned picture goes, and how far its right and lower neighbors are from it. */
function stepsOf(orientation: number, width: number, height: number) {
  const isTurned = orientation > 4;
  const length = isTurned ? height : width;
  const lines = isTurned ? width : height;
  const mirrorsColumns = [2, 3, 6, 7].includes(orientation);
  const mirrorsLines = [3, 4, 7, 8].includes(orientation);
  const start = (mirrorsColumns ? length - 1 : 0) + (mirrorsLines ? length * (lines - 1) : 0);
  const [along, across] = [mirrorsColumns ? -1 : 1, mirrorsLines ? -length : length];
  return isTurned ? { start, right: across, down: along } : { start, right: along, down: across };
}

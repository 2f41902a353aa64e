import type { PictureView } from "#domain/build/picture-view.ts";
import type { ShotKind } from "#domain/world/director/shot-kind.ts";
import type { Cutout } from "#domain/world/iso/cutout.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { logError } from "../http/log.ts";
import type { PictureFile } from "../render/encode-picture.ts";

/** Simulates a run. Files: its log and the document of its world. Responds with a `Verdict`. */
export interface CheckTask {
  task: "check";
  physics: number;
  startTick: number;
}

/** Draws a level in JPEGs, from its document and, with `cutout`, the bopi's colors and depths. */
export interface DrawTask {
  task: "draw";
  width: number;
  height: number;
  /** Null for one that the level's shape decides. */
  view: PictureView | null;
  places: readonly Vec3[];
  cutout: Omit<Cutout, "rgba" | "depth"> | null;
  pictures: readonly PictureFile[];
}

/** Work for the thread beside a self-hosted site's worker (scripts/site/thread.ts). */
export type ThreadTask = CheckTask | { task: "rate"; wanted: ShotKind | null } | DrawTask;

/** A message with files: the length of the JSON in 4 bytes, the JSON, and the files one after another. */
export interface Packed<T = unknown> {
  value: T;
  files: Uint8Array[];
}

const PREFIX = 4;

/** Packs a value that JSON can carry, and files. */
export function pack(value: unknown, files: readonly Uint8Array[] = []): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(JSON.stringify([value, files.map(({ byteLength }) => byteLength)]));
  const size = files.reduce((sum, { byteLength }) => sum + byteLength, PREFIX + head.length);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, head.length);
  bytes.set(head, PREFIX);
  let at = PREFIX + head.length;
  for (const file of files) {
    bytes.set(file, at);
    at += file.byteLength;
  }
  return bytes;
}

/** Unpacks a message. Its files are copies. Throws if it's none. */
export function unpack<T>(bytes: Uint8Array): Packed<T> {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  let at = PREFIX + head;
  const [value, sizes] = JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX, at))) as [T, number[]];
  const files = sizes.map((size) => {
    at += size;
    return bytes.slice(at - size, at);
  });
  return { value, files };
}

/** Lets a self-hosted site's thread do a task. Null without it or if it failed: do it here then. */
export async function callThread<T>(
  { THREAD }: Env,
  task: ThreadTask,
  files: readonly Uint8Array[],
): Promise<Packed<T> | null> {
  if (!THREAD) return null;
  try {
    const response = await THREAD.fetch("http://thread/", { method: "POST", body: pack(task, files) });
    if (!response.ok) throw new Error(await response.text());
    return unpack<T>(await response.bytes());
  } catch (error) {
    logError("task not done by the thread", { task: task.task }, error);
    return null;
  }
}

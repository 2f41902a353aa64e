import { Database } from "#db/database.ts";
import type { LookPicture } from "#domain/avatar/look-url.ts";
import { ASSET_TYPES, putAsset } from "../assets/store.ts";
import type { Look } from "../avatar/looks.ts";
import { readProgress, storeProgress } from "../read-progress.ts";
import { loadEquippedItems } from "./load-items.ts";
import { drawHeadshot, drawPose, lookName } from "./pictures.ts";
import { encodeDrawing } from "./png.ts";

/** Prefix of looks' pictures, which are only a cache and can be deleted at any time. */
export const LOOKS_PREFIX = "looks/";

/** The newest pictures of this process, by name. A picture has up to about 50 KB. */
const newest = new Map<string, Uint8Array>();
const MAX_NEWEST = 64;

/** A look's PNG from memory or bucket, or drawn, once per picture: no await before drawing. */
export async function lookPicture(
  env: Env,
  look: Look,
  { pose, size }: LookPicture,
  beforeDrawing: () => Promise<void>,
  defer: (work: Promise<unknown>) => void,
): Promise<Uint8Array> {
  const name = LOOKS_PREFIX + lookName(`look ${pose} ${size}`, look.colors, look.items);
  const recent = newest.get(name);
  if (recent) return recent;
  const object = await env.BUCKET.get(name);
  if (object) return object.bytes();
  await beforeDrawing();
  const equipped = await loadEquippedItems(env.BUCKET, look.items);
  const drawnMeanwhile = newest.get(name);
  if (drawnMeanwhile) return drawnMeanwhile;
  const png = encodeDrawing(
    pose === "headshot"
      ? drawHeadshot(look.colors, equipped, size)
      : drawPose(look.colors, equipped, pose, size),
  );
  for (const oldest of newest.keys()) {
    if (newest.size < MAX_NEWEST) break;
    newest.delete(oldest);
  }
  newest.set(name, png);
  defer(putAsset(env.BUCKET, name, "png", png));
  return png;
}

/** The content type of these pictures. */
export const LOOK_PICTURE_TYPE = ASSET_TYPES.png;

const DAY_MS = 24 * 60 * 60 * 1000;
/** A picture that is still requested after that is drawn again. */
const LIFETIME_MS = 7 * DAY_MS;
/** The parts into which the first two digits divide the pictures. A run of the schedule looks through one, so a day covers all. */
const PARTS = 256;
const MAX_PAGES = 20;

/** Deletes old pictures of looks, of one part per run of the schedule, so they don't add up. */
export async function sweepLookPictures(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const part = (((await readProgress(db, "look_pictures_swept")) ?? -1) + 1) % PARTS;
  await sweepPart(env.BUCKET, part.toString(16).padStart(2, "0"), now);
  await storeProgress(db, "look_pictures_swept", part);
}

async function sweepPart(bucket: R2Bucket, part: string, now: number): Promise<void> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const list = await bucket.list({ prefix: LOOKS_PREFIX + part, ...(cursor && { cursor }) });
    const old = list.objects.filter(({ uploaded }) => uploaded.getTime() < now - LIFETIME_MS);
    if (old.length > 0) await bucket.delete(old.map(({ key }) => key));
    if (!list.truncated) return;
    cursor = list.cursor;
  }
}

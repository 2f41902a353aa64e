import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BopiPose } from "#domain/avatar/look-url.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import type { Slot } from "#domain/avatar/slots.ts";
import { HERO } from "#domain/home/hero.ts";
import { encodeJpeg } from "#worker/render/jpeg/encode.ts";
import { drawPose } from "#worker/render/pictures.ts";
import type { Picture } from "#worker/render/png.ts";
import { drawSiteCard } from "#worker/share/draw-share-card.ts";
import { Typeface } from "#worker/share/typeface.ts";
import { root } from "../run-script.mjs";
import { SEED_ITEMS } from "./content/items.ts";
import { decodeLook } from "./looks.ts";
import { readItem } from "./read-item.ts";

const STATIC = join(root, "web/public/static");
const QUALITY = 88;
const SIDE = 512;

/** The bopis in the picture, the one in front last: poses, and the names of demo items by slot. */
const BOPIS: { pose: BopiPose; items: Partial<Record<Slot, string>> }[] = [
  { pose: "cheer", items: { hat1: "Parked Saucer", pants: "Space Leggings", shoes: "Rocket Boots" } },
  { pose: "cheer", items: { hat1: "Borrowed Cat", shirt: "Star Hoodie" } },
  { pose: "wave", items: { hat1: "Sunny Side Up" } },
];

function drawBopi({ pose, items }: (typeof BOPIS)[number], index: number): Picture {
  const colors = SHOW_OUTFITS[(BOPIS.length - 1 - index) % SHOW_OUTFITS.length];
  if (!colors) throw new Error("There are no show outfits.");
  const files = Object.entries(items).map(([slot, name]) => {
    const at = SEED_ITEMS.findIndex((item) => item.name === name);
    return [slot, readItem(at)] as const;
  });
  return drawPose(colors, decodeLook(Object.fromEntries(files)), pose, SIDE);
}

const typeface = (weight: number) =>
  new Typeface(JSON.parse(readFileSync(join(STATIC, `baloo-${weight}.json`), "utf8")));

/** Draws the preview of links to pages without a picture of their own. */
export function storeUnfurlPicture(): void {
  const picture = drawSiteCard(
    HERO.title,
    { bold: typeface(800), regular: typeface(600) },
    BOPIS.map(drawBopi),
  );
  writeFileSync(join(STATIC, "unfurl.jpg"), encodeJpeg(picture, QUALITY));
}

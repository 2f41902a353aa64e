import { WebGLRenderer } from "three";
import { type BopiColors, unpackColors } from "#domain/avatar/colors.ts";
import { assembleBopi, type EquippedItems, type EquippedModel } from "#domain/avatar/model/assemble-bopi.ts";
import { type Angle, fullCamera } from "#domain/avatar/model/camera.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { stage } from "#domain/avatar/model/stage.ts";
import { readMeshFile } from "#domain/items/model/mesh-file.ts";

/** A look in base64. Its pictures are already decoded, so both renderers start with the same bytes. */
export interface PageLook {
  colors: string;
  hats: { mesh: string; texture: string }[];
  toy: { mesh: string; texture: string } | null;
  face: string | null;
  shirt: string | null;
  pants: string | null;
  shoes: string | null;
}

const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const pixels = (base64: string): Pixels => ({ width: 512, height: 512, data: bytes(base64) });
const model = ({ mesh, texture }: { mesh: string; texture: string }): EquippedModel => ({
  mesh: readMeshFile(bytes(mesh).buffer),
  texture: pixels(texture),
});

function decodeSentLook(look: PageLook): EquippedItems {
  const picture = (base64: string | null) => base64 && pixels(base64);
  return {
    hats: look.hats.map(model),
    toy: look.toy && model(look.toy),
    face: picture(look.face) || null,
    shirt: picture(look.shirt) || null,
    pants: picture(look.pants) || null,
    shoes: picture(look.shoes) || null,
  };
}

/**
 * Draws a look with three's WebGL renderer at `side` × `side` pixels, optionally with the browser's antialiasing. Returns
 * RGBA in base64 with premultiplied alpha, rows from the top.
 */
function draw(look: PageLook, angle: Angle, side: number, antialias: boolean): string {
  const canvas = new OffscreenCanvas(side, side);
  const renderer = new WebGLRenderer({ canvas, antialias, alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(side, side, false);
  renderer.setClearColor(0, 0);
  const bopi = assembleBopi(unpackColors(look.colors) as BopiColors, decodeSentLook(look));
  renderer.render(stage(bopi.object), fullCamera(bopi, angle));
  const gl = renderer.getContext();
  const data = new Uint8Array(side * side * 4);
  gl.readPixels(0, 0, side, side, gl.RGBA, gl.UNSIGNED_BYTE, data);
  bopi.dispose();
  renderer.dispose();
  let text = "";
  for (let y = side - 1; y >= 0; y--) {
    const row = data.subarray(y * side * 4, (y + 1) * side * 4);
    for (let x = 0; x < row.length; x += 4096) text += String.fromCharCode(...row.subarray(x, x + 4096));
  }
  return btoa(text);
}

Object.assign(globalThis, { drawWithWebGl: draw });

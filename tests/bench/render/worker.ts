import { type BopiColors, unpackColors } from "#domain/avatar/colors.ts";
import { assembleBopi, type Worn } from "#domain/avatar/model/assemble.ts";
import { fullCamera } from "#domain/avatar/model/camera.ts";
import { stage } from "#domain/avatar/model/stage.ts";
import { decodeLook, type LookFiles } from "#scripts/seed/looks.ts";
import { drawAvatar } from "#worker/render/pictures.ts";
import { encodeDrawing } from "#worker/render/png.ts";
import { drawScene } from "#worker/render/raster/draw.ts";

/**
 * The renderer by itself in workerd, whose clock stands still while it computes: whoever measures asks from outside.
 * POST /load takes files and draws once from scratch; GET /job draws with what is decoded; /raster leaves out the PNG.
 */
let colors: BopiColors | null = null;
let worn: Worn | null = null;

interface Sent {
  colors: string;
  /** Files by slot in base64. */
  files: Record<string, { texture: string; model: string | null }>;
}

function filesOf(sent: Sent): LookFiles {
  return Object.fromEntries(
    Object.entries(sent.files).map(([slot, { texture, model }]) => [
      slot,
      {
        texture: Buffer.from(texture, "base64"),
        model: model === null ? null : Buffer.from(model, "base64"),
      },
    ]),
  );
}

/** A picture without its PNG: what the triangles cost. */
function raster(times: number): void {
  if (!colors || !worn) return;
  const bopi = assembleBopi(colors, worn);
  const scene = stage(bopi.object);
  for (let i = 0; i < times; i++) drawScene(scene, fullCamera(bopi), 512);
}

export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/load") {
      const sent = (await request.json()) as Sent;
      colors = unpackColors(sent.colors);
      worn = decodeLook(filesOf(sent));
    }
    if (pathname === "/raster") raster(Number(searchParams.get("times") ?? 1));
    if (pathname === "/hello" || pathname === "/raster" || !colors || !worn) return new Response("hello");
    return new Response(encodeDrawing(drawAvatar(colors, worn)) as Uint8Array<ArrayBuffer>);
  },
};

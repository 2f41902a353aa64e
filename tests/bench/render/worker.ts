import { type BopiColors, unpackColors } from "#domain/avatar/colors.ts";
import type { EquippedItems } from "#domain/avatar/model/assemble-bopi.ts";
import { decodeLook, type LookFiles } from "#scripts/seed/looks.ts";
import { drawAvatar } from "#worker/render/pictures.ts";
import { encodeDrawing } from "#worker/render/png.ts";

/**
 * The renderer on its own in workerd. Its clock stops while it computes, so the caller measures the time. POST /load takes
 * files, decodes and draws them; GET /job draws the decoded look.
 */
let colors: BopiColors | null = null;
let equipped: EquippedItems | null = null;

interface SentFiles {
  colors: string;
  /** Files by slot in base64. */
  files: Record<string, { texture: string; model: string | null }>;
}

function filesOf(sent: SentFiles): LookFiles {
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

const worker = {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/load") {
      const sent = (await request.json()) as SentFiles;
      colors = unpackColors(sent.colors);
      equipped = decodeLook(filesOf(sent));
    }
    if (pathname === "/hello" || !colors || !equipped) return new Response("hello");
    return new Response(encodeDrawing(drawAvatar(colors, equipped)) as Uint8Array<ArrayBuffer>);
  },
};

export default worker;

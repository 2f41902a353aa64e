import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { WorldStartId } from "#domain/build/starts/world-start-ids.ts";
import { worldStart } from "#domain/build/starts/world-starts.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { World } from "#domain/world/schema.ts";
import { waitFor } from "#web/lib/wait-for.ts";
import { levelFormText } from "../text/level-form.ts";

const loadWorldTools = () => import("./draw-world.ts");

export type WorldState =
  | { status: "none" }
  | { status: "loading" }
  | { status: "invalid"; problems: string[] }
  | { status: "valid"; world: World };

const templateWorlds = new Map<WorldStartId, World>();

export function templateWorld(id: WorldStartId): World {
  const world = templateWorlds.get(id) ?? worldStart(id);
  templateWorlds.set(id, world);
  return world;
}

/** Parses a document with the server's rules and messages. Reads no more than one byte past the size limit. */
async function readWorld(file: Blob): Promise<WorldState> {
  const [{ parseWorld }, bytes] = await Promise.all([
    loadWorldTools(),
    file.slice(0, WORLD_LIMITS.bytes + 1).arrayBuffer(),
  ]);
  const parsed = parseWorld(new Uint8Array(bytes));
  return parsed.ok
    ? { status: "valid", world: parsed.world }
    : { status: "invalid", problems: parsed.problems };
}

export function useWorldFile(file: File | null): WorldState {
  const [read, setRead] = useState<{ file: File; state: WorldState } | null>(null);
  useEffect(() => {
    if (!file) return;
    const show = (state: WorldState) => setRead({ file, state });
    const fail = () => show({ status: "invalid", problems: [levelFormText.unreadable] });
    return waitFor(readWorld(file), show, fail);
  }, [file]);
  if (!file) return { status: "none" };
  return read?.file === file ? read.state : { status: "loading" };
}

/** Loads a level's current document. Returns `none` if it can't be parsed here; the stored document is left untouched. */
export function useStoredWorld(url: string | null): WorldState {
  const stored = useQuery({
    queryKey: [url],
    queryFn: async ({ signal }) => {
      const response = await fetch(url ?? "", { signal });
      return readWorld(await response.blob());
    },
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (stored.isPending) return { status: "loading" };
  return stored.data?.status === "valid" ? stored.data : { status: "none" };
}

export const toWorldFile = (world: World, name: string): File =>
  new File([JSON.stringify(world)], name, { type: "application/json" });

export const PICTURE_SIZE = { width: 512, height: 288 } as const;
const pictures = new WeakMap<World, Promise<ImageData>>();
let lastDrawing: Promise<unknown> = Promise.resolve();

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Draws a world's picture, cached per world. Draws one at a time and pauses in between to keep the page responsive. */
export function drawWorldPicture(world: World): Promise<ImageData> {
  const known = pictures.get(world);
  if (known) return known;
  const drawn = lastDrawing.then(async () => {
    const { drawWorld } = await loadWorldTools();
    await pause();
    return new ImageData(
      new Uint8ClampedArray(drawWorld(world, PICTURE_SIZE)),
      PICTURE_SIZE.width,
      PICTURE_SIZE.height,
    );
  });
  lastDrawing = drawn.catch(() => undefined);
  pictures.set(world, drawn);
  return drawn;
}

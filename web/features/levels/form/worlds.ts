import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { World } from "#domain/world/schema.ts";
import { TEMPLATES, type Template } from "#domain/world/starter.ts";
import { levelFormText } from "#web/text/level-form.ts";

const loadStudio = () => import("./world-studio.ts");

export type WorldState =
  | { is: "none" }
  | { is: "reading" }
  | { is: "bad"; message: string }
  | { is: "good"; world: World };

const built = new Map<Template["id"], World>();

/** One of our own worlds. */
export function templateWorld(id: Template["id"]): World {
  const world = built.get(id) ?? TEMPLATES.find((template) => template.id === id)?.build();
  if (!world) throw new Error(`no world ${id}`);
  built.set(id, world);
  return world;
}

/** Reads a document; one that is too long is not read to its end. The message is the site's own. */
async function readWorld(file: Blob): Promise<WorldState> {
  const [{ parseWorld }, bytes] = await Promise.all([
    loadStudio(),
    file.slice(0, WORLD_LIMITS.bytes + 1).arrayBuffer(),
  ]);
  const parsed = parseWorld(new Uint8Array(bytes));
  return parsed.ok ? { is: "good", world: parsed.world } : { is: "bad", message: parsed.message };
}

/** What a chosen file holds. */
export function useWorldFile(file: File | null): WorldState {
  const [read, setRead] = useState<{ file: File; state: WorldState } | null>(null);
  useEffect(() => {
    if (!file) return;
    let wanted = true;
    readWorld(file)
      .catch((): WorldState => ({ is: "bad", message: levelFormText.unreadable }))
      .then((state) => wanted && setRead({ file, state }));
    return () => {
      wanted = false;
    };
  }, [file]);
  if (!file) return { is: "none" };
  return read?.file === file ? read.state : { is: "reading" };
}

/** The document that a level has now; what can't be read here is left as it is. */
export function useStoredWorld(url: string | null): WorldState {
  const stored = useQuery({
    queryKey: ["world", url],
    queryFn: async ({ signal }) => {
      const response = await fetch(url ?? "", { signal });
      return readWorld(await response.blob());
    },
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (stored.isPending) return { is: "reading" };
  return stored.data?.is === "good" ? stored.data : { is: "none" };
}

/** A world as the file that is sent. */
export const worldFile = (world: World, name: string): File =>
  new File([JSON.stringify(world)], name, { type: "application/json" });

export const PICTURE = { width: 512, height: 288 } as const;
const pictures = new WeakMap<World, Promise<ImageData>>();
let last: Promise<unknown> = Promise.resolve();

const breath = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A world's picture. One is drawn at a time, with room between them for what the person does. */
export function worldPicture(world: World): Promise<ImageData> {
  const known = pictures.get(world);
  if (known) return known;
  const drawn = last.then(async () => {
    const { drawWorld } = await loadStudio();
    await breath();
    return new ImageData(new Uint8ClampedArray(drawWorld(world, PICTURE)), PICTURE.width, PICTURE.height);
  });
  last = drawn.catch(() => undefined);
  pictures.set(world, drawn);
  return drawn;
}

import { useEffect, useState } from "react";
import type { UserCard } from "#domain/api/response.ts";
import type { Level } from "#domain/levels/api.ts";
import type { World } from "#domain/world/schema.ts";
import { LevelCard } from "#web/components/levels/level-card.tsx";
import { useObjectUrl } from "#web/lib/object-url.ts";
import { waitFor } from "#web/lib/wait-for.ts";
import { DRAWING_URL } from "../level-query.ts";
import { levelFormText } from "../text/level-form.ts";
import styles from "./form.module.css";
import type { LevelFields } from "./level-draft.ts";
import { drawWorldPicture } from "./worlds.ts";

/** Returns the URL of the picture the level keeps: its uploaded one, or the one drawn from its unchanged world. */
export function currentPictureUrl(level: Level | null, { picture, world }: LevelFields): string | null {
  if (!level || picture === "new") return null;
  const keeps = level.has_own_thumbnail ? picture === "keep" : world === "keep";
  return keeps ? level.thumbnail_url : null;
}

/** Returns the preview's picture. Without one yet, it is the same placeholder that lists show. */
export const previewPictureUrl = (current: string | null, preview: string | null): string =>
  current ?? preview ?? DRAWING_URL;

async function drawWorldBlob(world: World): Promise<Blob | null> {
  const image = await drawWorldPicture(world);
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve));
}

/** Returns the drawn picture of a world once it is drawn. The world picker reports errors. */
function useDrawnWorld(world: World | null): Blob | null {
  const [drawn, setDrawn] = useState<Blob | null>(null);
  useEffect(() => {
    setDrawn(null);
    if (world) return waitFor(drawWorldBlob(world), setDrawn, () => undefined);
  }, [world]);
  return drawn;
}

export interface CardPreviewProps {
  fields: LevelFields;
  picture: File | null;
  /** URL of the picture the level keeps. */
  current: string | null;
  world: World | null;
  creator: UserCard;
}

export function CardPreview({ fields, picture, current, world, creator }: CardPreviewProps) {
  const unchanged = picture ? null : current;
  const drawn = useDrawnWorld(unchanged || picture ? null : world);
  const created = useObjectUrl(picture ?? drawn);
  const { category, visibility } = fields;
  return (
    <div className={styles.preview} inert aria-hidden>
      <p className={styles.previewLabel}>{levelFormText.cardPreview}</p>
      <LevelCard
        eager
        level={{
          id: 0,
          title: fields.title.trim() || levelFormText.untitled,
          url: "",
          thumbnail_url: previewPictureUrl(unchanged, created),
          category,
          visibility,
          user: creator,
          rating: 0,
          clear_ms: null,
          event: null,
          challenge: null,
        }}
      />
    </div>
  );
}

import { useEffect, useState } from "react";
import type { UserCard } from "#domain/api/response.ts";
import type { Level } from "#domain/levels/api.ts";
import type { World } from "#domain/world/schema.ts";
import { levelFormText } from "#web/text/level-form.ts";
import { LevelCard } from "../level-card.tsx";
import { DRAWING_URL } from "../level-query.ts";
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

/** Returns an object URL of the picked picture or, without one, of the drawn world. Revoked when either changes. */
function usePictureUrl(file: File | null, world: World | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let created: string | null = null;
    let isCurrent = true;
    const show = (blob: Blob | null) => {
      if (!isCurrent || !blob) return;
      created = URL.createObjectURL(blob);
      setUrl(created);
    };
    if (file) show(file);
    // The world picker reports drawing errors.
    else if (world) drawWorldBlob(world).then(show, () => undefined);
    return () => {
      isCurrent = false;
      if (created) URL.revokeObjectURL(created);
      setUrl(null);
    };
  }, [file, world]);
  return url;
}

export interface CardPreviewProps {
  fields: LevelFields;
  /** The newly picked picture. */
  picture: File | null;
  /** URL of the picture the level keeps. */
  current: string | null;
  world: World | null;
  creator: UserCard;
}

/** The level's card, as lists will show it. */
export function CardPreview({ fields, picture, current, world, creator }: CardPreviewProps) {
  const unchanged = picture ? null : current;
  const created = usePictureUrl(picture, unchanged ? null : world);
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
          event: null,
          challenge: null,
        }}
      />
    </div>
  );
}

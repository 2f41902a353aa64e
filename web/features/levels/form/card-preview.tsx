import { useEffect, useState } from "react";
import type { UserCard } from "#domain/api/answers.ts";
import type { Level } from "#domain/levels/api.ts";
import type { World } from "#domain/world/schema.ts";
import { levelFormText } from "#web/text/level-form.ts";
import { LevelCard } from "../level-card.tsx";
import { DRAWING } from "../level-query.ts";
import type { LevelFields } from "./draft.ts";
import styles from "./form.module.css";
import { worldPicture } from "./worlds.ts";

/** The URL of the picture that a level has and keeps: its own, or the one drawn from the world that stays. */
export function keptPicture(level: Level | null, { picture, world }: LevelFields): string | null {
  if (!level || picture === "new") return null;
  const keeps = level.has_own_thumbnail ? picture === "keep" : world === "keep";
  return keeps ? level.thumbnail_url : null;
}

/** A card without a picture yet shows what lists show until theirs is drawn. */
export const shownPicture = (kept: string | null, made: string | null): string => kept ?? made ?? DRAWING;

async function drawn(world: World): Promise<Blob | null> {
  const image = await worldPicture(world);
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve));
}

/** An address of a picked picture or, without one, of the world's drawn one; given back when either changes. */
function usePictureUrl(file: File | null, world: World | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let wanted = true;
    const show = (blob: Blob | null) => {
      if (!wanted || !blob) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    if (file) show(file);
    // What can't be drawn says so at the world itself.
    else if (world) drawn(world).then(show, () => undefined);
    return () => {
      wanted = false;
      if (made) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file, world]);
  return url;
}

export interface CardPreviewProps {
  fields: LevelFields;
  /** The picture that is picked. */
  picture: File | null;
  /** The URL of the picture that is there and stays. */
  current: string | null;
  world: World | null;
  creator: UserCard;
}

/** The level's card as lists will show it. */
export function CardPreview({ fields, picture, current, world, creator }: CardPreviewProps) {
  const kept = picture ? null : current;
  const made = usePictureUrl(picture, kept ? null : world);
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
          thumbnail_url: shownPicture(kept, made),
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

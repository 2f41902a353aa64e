import { Rotate3d } from "lucide-react";
import { useRef, useState } from "react";
import type { Level } from "#domain/levels/api.ts";
import { levelPictureSource } from "#domain/levels/picture-source.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import styles from "./level.module.css";
import { isDrawing } from "./level-query.ts";
import { levelText } from "./text/level.ts";

const worldOrbit = lazyPart<{ levelId: number; title: string; onClose: () => void }>(
  () => import("./world-orbit.tsx"),
);

/** A level's picture, which a button turns into a 3D view of the level. */
export function LevelPicture({ level }: { level: Level }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <figure className={styles.picture}>
      <img
        {...levelPictureSource(level)}
        width={1280}
        height={720}
        alt={levelText.picture(level.title)}
        fetchPriority="high"
      />
      {isDrawing(level) && (
        <figcaption className={styles.drawing}>
          <span role="status">{levelText.drawing}</span>
        </figcaption>
      )}
      {isOpen ? (
        <OnDemand
          part={worldOrbit}
          props={{ levelId: level.id, title: level.title, onClose: close }}
          fallback={
            <p className={styles.viewStatus} role="status">
              {levelText.viewLoading}
            </p>
          }
        />
      ) : (
        <Button
          ref={button}
          size="s"
          icon={Rotate3d}
          className={styles.view}
          onPointerEnter={worldOrbit.preload}
          onClick={() => setOpen(true)}
        >
          {levelText.view}
        </Button>
      )}
    </figure>
  );
}

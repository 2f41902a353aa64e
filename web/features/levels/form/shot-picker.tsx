import { useQuery } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import { useId, useState } from "react";
import { levelShotsRoute } from "#domain/levels/api.ts";
import { PICTURE_SHOTS, type PictureShotChoice } from "#domain/levels/picture-shots.ts";
import { queryFor } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/choice-card.module.css";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { levelFormText as text } from "../text/level-form.ts";
import type { LevelFields } from "./level-draft.ts";
import styles from "./shot-picker.module.css";

export const isPictureShot = (choice: LevelFields["picture"]): choice is PictureShotChoice =>
  PICTURE_SHOTS.some((shot) => shot === choice);

export interface ShotPickerProps {
  levelId: number;
  choice: LevelFields["picture"];
  onChoose: (choice: PictureShotChoice) => void;
}

/** Shows pictures that could be drawn of a level. They are only drawn when they are asked for. */
export function ShotPicker({ levelId, choice, onChoose }: ShotPickerProps) {
  const name = useId();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    ...queryFor(levelShotsRoute, { params: { id: levelId } }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isOpen) {
    return (
      <div className={styles.intro}>
        <p className={styles.hint}>{text.shotsHint}</p>
        <Button size="s" icon={Camera} onClick={() => setOpen(true)}>
          {text.shots}
        </Button>
      </div>
    );
  }
  const { data } = query;
  if (query.isError && !data) return <QueryError query={query} />;
  const checked = isPictureShot(choice) ? choice : choice === "keep" ? data?.chosen : undefined;
  return (
    <fieldset className={styles.shots} aria-busy={!data}>
      <legend className={styles.legend}>{text.shotsLabel}</legend>
      <p className={styles.hint} role="status">
        {status(data?.chosen, choice)}
      </p>
      <div className={styles.choices}>
        {PICTURE_SHOTS.map((kind) => (
          <label key={kind} className={card.choice}>
            <input
              type="radio"
              name={name}
              checked={checked === kind}
              disabled={!data}
              onChange={() => onChoose(kind)}
            />
            {kind !== "auto" && (
              <ShotPicture picture={data?.data.find((shot) => shot.kind === kind)?.picture} />
            )}
            <span className={styles.label}>{text.shotNames[kind]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function ShotPicture({ picture }: { picture: string | undefined }) {
  return (
    <span className={styles.picture}>
      {picture ? <img src={picture} width={384} height={216} alt="" /> : <Skeleton height="100%" />}
    </span>
  );
}

function status(chosen: string | undefined, choice: LevelFields["picture"]): string {
  if (!chosen) return text.shotsLoading;
  if (isPictureShot(choice)) return text.shotChosen;
  return chosen === "camera" ? text.shotCamera : text.shotsHint;
}

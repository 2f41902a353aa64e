import { ImageOff, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { levelFormText } from "../text/level-form.ts";
import styles from "./form.module.css";
import type { LevelFields } from "./level-draft.ts";
import { shrinkPicture } from "./shrink-picture.ts";

const text = levelFormText;

export interface PictureFieldProps {
  choice: LevelFields["picture"];
  file: File | null;
  /** URL of the level's uploaded picture, if it has one. */
  current: string | null;
  errors: string[];
  onChange: (choice: LevelFields["picture"], file: File | null) => void;
}

/** Uploads a picture for the level. It is cropped and shrunk in the browser, so any image the browser can show works. */
export function PictureField({ choice, file, current, errors, onChange }: PictureFieldProps) {
  const [state, setState] = useState<"idle" | "busy" | "invalid">("idle");
  const latest = useRef<File | null>(null);
  const onPick = async (picked: File | null) => {
    latest.current = picked;
    if (!picked) {
      setState("idle");
      onChange("keep", null);
      return;
    }
    setState("busy");
    try {
      const small = await shrinkPicture(picked);
      if (latest.current !== picked) return;
      setState("idle");
      onChange("new", small);
    } catch {
      if (latest.current === picked) setState("invalid");
    }
  };
  const removed = choice === "none";
  return (
    <div className={styles.pictureField}>
      <FileButton
        name="thumbnail"
        label={text.thumbnail}
        hint={text.thumbnailHint}
        file={file}
        onPick={(picked) => void onPick(picked)}
        current={removed ? null : current}
        errors={state === "invalid" ? [text.thumbnailBad] : errors}
      />
      <p className={styles.busy} role="status">
        {state === "busy" && text.thumbnailBusy}
      </p>
      {current && choice === "keep" && (
        <Button size="s" variant="quiet" icon={ImageOff} onClick={() => onChange("none", null)}>
          {text.thumbnailRemove}
        </Button>
      )}
      {removed && (
        <div className={styles.removed} role="status">
          <p>{text.thumbnailRemoved}</p>
          <Button size="s" icon={Undo2} onClick={() => onChange("keep", null)}>
            {text.thumbnailUndo}
          </Button>
        </div>
      )}
    </div>
  );
}

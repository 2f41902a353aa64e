import { type LucideIcon, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { controlsText } from "#web/text/controls.ts";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./file-button.module.css";

export interface FileDropProps extends FieldProps {
  file: File | null;
  /** Called with a file of any kind, or with null when it is taken away. */
  onPick: (file: File | null) => void;
  /** What the system's dialog offers. */
  accept: string;
  name?: string | undefined;
  icon: LucideIcon;
  /** What the box says. */
  words: string;
  /** A picture of what is there, instead of the icon. */
  preview?: ReactNode;
}

/** Takes one file, by choosing or by dropping it. Whether it will do is for who uses it to say. */
export function FileDrop({
  file,
  onPick,
  accept,
  name,
  icon: Icon,
  words,
  preview,
  ...field
}: FileDropProps) {
  const [over, setOver] = useState(false);
  const take = (picked: File | undefined) => {
    setOver(false);
    if (picked) onPick(picked);
  };
  return (
    <Field {...field}>
      {(control) => (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra beside the input inside */}
          <div
            className={cx(styles.drop, over && styles.over)}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault();
              take(event.dataTransfer.files[0]);
            }}
          >
            {preview ?? <Icon aria-hidden />}
            <span>{words}</span>
            <input
              {...control}
              type="file"
              accept={accept}
              name={name}
              className={styles.input}
              onChange={(event) => {
                take(event.target.files?.[0]);
                // The same file may be picked again after it was taken away or changed.
                event.target.value = "";
              }}
            />
          </div>
          {file && (
            <div className={styles.after}>
              <span className={styles.name}>{file.name}</span>
              <Button size="s" variant="quiet" icon={Trash2} onClick={() => onPick(null)}>
                {controlsText.removePicture}
              </Button>
            </div>
          )}
        </>
      )}
    </Field>
  );
}

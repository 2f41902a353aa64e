import { type LucideIcon, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./file-button.module.css";
import { controlsText } from "./text/controls.ts";

export interface FileDropProps extends FieldProps {
  file: File | null;
  /** Called with a file of any type, or with null when it is removed. */
  onPick: (file: File | null) => void;
  /** File types that the file dialog offers. */
  accept: string;
  name?: string | undefined;
  icon: LucideIcon;
  /** The text in the box. */
  prompt: string;
  /** A preview of the file, shown instead of the icon. */
  preview?: ReactNode;
}

/** Picks one file by file dialog or drag and drop. The caller validates it. */
export function FileDrop(props: FileDropProps) {
  const { file, onPick, accept, name, icon: Icon, prompt, preview, ...field } = props;
  const [over, setOver] = useState(false);
  const take = (picked: File | undefined) => {
    setOver(false);
    if (picked) onPick(picked);
  };
  return (
    <Field {...field}>
      {(control) => (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping only supplements the input inside */}
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
            <span>{prompt}</span>
            <input
              {...control}
              type="file"
              accept={accept}
              name={name}
              className={styles.input}
              onChange={(event) => {
                take(event.target.files?.[0]);
                // Otherwise picking the same file again would not fire a change event.
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

import { ImageUp, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { uiText } from "#web/text/ui.ts";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./file-button.module.css";

/** An address under which the page can show a picked file; given back when the file changes. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return url;
}

export interface FileButtonProps extends FieldProps {
  file: File | null;
  /** Called with a picture, or with null when it is taken away. */
  onPick: (file: File | null) => void;
  /** What is there already: shown while nothing new is picked. */
  current?: string | null;
  name?: string;
}

/** Takes one picture, by choosing or by dropping it, and shows it. */
export function FileButton({ file, onPick, current, name, errors = [], ...field }: FileButtonProps) {
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState(false);
  const preview = useObjectUrl(file) ?? current;
  const take = (picked: File | undefined) => {
    setOver(false);
    if (!picked) return;
    const picture = picked.type.startsWith("image/");
    setRefused(!picture);
    if (picture) onPick(picked);
  };
  return (
    <Field {...field} errors={refused ? [uiText.notPicture, ...errors] : errors}>
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
            {preview ? <img className={styles.preview} src={preview} alt="" /> : <ImageUp aria-hidden />}
            <span>{preview ? uiText.changePicture : uiText.dropPicture}</span>
            <input
              {...control}
              type="file"
              accept="image/*"
              name={name}
              className={styles.input}
              onChange={(event) => {
                take(event.target.files?.[0]);
                // The same file may be picked again after it was taken away.
                event.target.value = "";
              }}
            />
          </div>
          {file && (
            <div className={styles.after}>
              <span className={styles.name}>{file.name}</span>
              <Button size="s" variant="quiet" icon={Trash2} onClick={() => onPick(null)}>
                {uiText.removePicture}
              </Button>
            </div>
          )}
        </>
      )}
    </Field>
  );
}

import { ImageUp } from "lucide-react";
import { useState } from "react";
import { useObjectUrl } from "#web/lib/object-url.ts";
import { controlsText } from "#web/text/controls.ts";
import type { FieldProps } from "./field.tsx";
import styles from "./file-button.module.css";
import { FileDrop } from "./file-drop.tsx";

export interface FileButtonProps extends FieldProps {
  file: File | null;
  /** Called with a picture, or with null when it is taken away. */
  onPick: (file: File | null) => void;
  /** What is there already: shown while nothing new is picked. */
  current?: string | null;
  name?: string;
}

/** Takes one picture, by choosing or by dropping it, and shows it. */
export function FileButton({ file, onPick, current, errors = [], ...rest }: FileButtonProps) {
  const [refused, setRefused] = useState(false);
  const preview = useObjectUrl(file) ?? current;
  const take = (picked: File | null) => {
    const isPicture = picked?.type.startsWith("image/") ?? true;
    setRefused(!isPicture);
    if (isPicture) onPick(picked);
  };
  return (
    <FileDrop
      {...rest}
      file={file}
      onPick={take}
      accept="image/*"
      icon={ImageUp}
      words={preview ? controlsText.changePicture : controlsText.dropPicture}
      preview={preview && <img className={styles.preview} src={preview} alt="" />}
      errors={refused ? [controlsText.notPicture, ...errors] : errors}
    />
  );
}

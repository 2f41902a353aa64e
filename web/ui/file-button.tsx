import { ImageUp } from "lucide-react";
import { useState } from "react";
import { useObjectUrl } from "#web/lib/object-url.ts";
import type { FieldProps } from "./field.tsx";
import styles from "./file-button.module.css";
import { FileDrop } from "./file-drop.tsx";
import { controlsText } from "./text/controls.ts";

export interface FileButtonProps extends FieldProps {
  file: File | null;
  /** Called with the picked image, or with null when it is removed. */
  onPick: (file: File | null) => void;
  /** URL of the current image, shown while no new one is picked. */
  current?: string | null;
  name?: string;
}

/** Picks one image by file dialog or drag and drop, and shows it. */
export function FileButton({ file, onPick, current, errors = [], ...rest }: FileButtonProps) {
  const [isRejected, setRejected] = useState(false);
  const preview = useObjectUrl(file) ?? current;
  const take = (picked: File | null) => {
    const isPicture = picked?.type.startsWith("image/") ?? true;
    setRejected(!isPicture);
    if (isPicture) onPick(picked);
  };
  return (
    <FileDrop
      {...rest}
      file={file}
      onPick={take}
      accept="image/*"
      icon={ImageUp}
      prompt={preview ? controlsText.changePicture : controlsText.dropPicture}
      preview={preview && <img className={styles.preview} src={preview} alt="" />}
      errors={isRejected ? [controlsText.notPicture, ...errors] : errors}
    />
  );
}

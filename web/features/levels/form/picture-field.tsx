import { ImageOff, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { levelFormText as text } from "../text/level-form.ts";
import styles from "./form.module.css";
import type { LevelFields } from "./level-draft.ts";

const WIDTH = 1280;
const RATIO = 16 / 9;
/** Drawings stay PNG. Larger pictures are photos, which are much smaller as JPEG. */
const PNG_BYTES = 1_000_000;
const JPEG_QUALITY = 0.92;

interface DecodedPicture {
  image: CanvasImageSource;
  width: number;
  height: number;
  close: () => void;
}

/** Decodes any format the browser supports. The `<img>` fallback handles SVG, which `createImageBitmap` can't. */
async function decode(file: File): Promise<DecodedPicture> {
  try {
    const image = await createImageBitmap(file);
    return { image, width: image.width, height: image.height, close: () => image.close() };
  } catch {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.src = url;
    try {
      await image.decode();
    } catch (error) {
      URL.revokeObjectURL(url);
      throw error;
    }
    const width = image.naturalWidth || WIDTH;
    const height = image.naturalHeight || WIDTH / RATIO;
    return { image, width, height, close: () => URL.revokeObjectURL(url) };
  }
}

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("canvas.toBlob returned null"))),
      type,
      JPEG_QUALITY,
    ),
  );

/** Returns the picture as a PNG or JPEG of at most 1280 × 720, center-cropped to 16:9. Rejects if the file is not an image. */
async function shrinkPicture(file: File): Promise<File> {
  const source = await decode(file);
  try {
    const { width, height } = source;
    const cutWidth = Math.min(width, height * RATIO);
    const cutHeight = Math.min(height, width / RATIO);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(Math.min(WIDTH, cutWidth)));
    canvas.height = Math.max(1, Math.round(canvas.width / RATIO));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no 2D context");
    // Transparent areas become white, as they do on the server.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    const [left, top] = [(width - cutWidth) / 2, (height - cutHeight) / 2];
    context.drawImage(source.image, left, top, cutWidth, cutHeight, 0, 0, canvas.width, canvas.height);
    const png = await encode(canvas, "image/png");
    const blob = png.size <= PNG_BYTES ? png : await encode(canvas, "image/jpeg");
    const name = file.name.replace(/\.[^.]*$/, "") || "picture";
    return new File([blob], `${name}.${blob.type === "image/png" ? "png" : "jpg"}`, { type: blob.type });
  } finally {
    source.close();
  }
}

export interface PictureFieldProps {
  choice: LevelFields["picture"];
  file: File | null;
  /** URL of the level's uploaded picture, if it has one. */
  current: string | null;
  errors: string[];
  onChange: (choice: LevelFields["picture"], file: File | null) => void;
}

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

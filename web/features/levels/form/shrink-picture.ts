const WIDTH = 1280;
const RATIO = 16 / 9;
/** A drawing stays a PNG; a photograph would be needlessly large as one. */
const PNG_BYTES = 1_000_000;
const JPEG_QUALITY = 0.92;

interface Source {
  image: CanvasImageSource;
  width: number;
  height: number;
  close: () => void;
}

/** Decodes whatever the browser can; its image element knows formats (SVG) that `createImageBitmap` doesn't. */
async function decode(file: File): Promise<Source> {
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
      (blob) => (blob ? resolve(blob) : reject(new Error("no picture came out"))),
      type,
      JPEG_QUALITY,
    ),
  );

/** Any picture as a PNG or JPEG of at most 1280 × 720, cut to 16:9 at its middle. Rejects what is no picture. */
export async function shrinkPicture(file: File): Promise<File> {
  const source = await decode(file);
  try {
    const { width, height } = source;
    const cutWidth = Math.min(width, height * RATIO);
    const cutHeight = Math.min(height, width / RATIO);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(Math.min(WIDTH, cutWidth)));
    canvas.height = Math.max(1, Math.round(canvas.width / RATIO));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    // What is see-through becomes white, as it does on the site.
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

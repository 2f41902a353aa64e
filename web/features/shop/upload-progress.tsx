import { createItemText } from "#web/text/shop.ts";
import { Progress } from "#web/ui/card.tsx";
import styles from "./create.module.css";

/** How much of the files is on its way; then the site makes the item. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <div className={styles.progress}>
      <Progress label={createItemText.uploading} share={share} />
      <p role="status">{share < 1 ? createItemText.uploaded(percent) : createItemText.finishing}</p>
    </div>
  );
}

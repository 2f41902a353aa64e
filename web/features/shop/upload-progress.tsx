import { Progress } from "#web/ui/card.tsx";
import styles from "./create.module.css";
import { createItemText } from "./text/create-item.ts";

/** The upload's progress; at 100% the server is creating the item. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <div className={styles.progress}>
      <Progress label={createItemText.uploading} share={share} />
      <p role="status">{share < 1 ? createItemText.uploaded(percent) : createItemText.finishing}</p>
    </div>
  );
}

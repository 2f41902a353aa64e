import type { ComparedItem } from "#domain/items/reviews/api.ts";
import { Modal } from "#web/ui/modal.tsx";
import { itemReviewText as text } from "../text/item-review.ts";
import styles from "./review.module.css";

export interface ZoomProps {
  items: readonly ComparedItem[];
  onClose: () => void;
}

export default function TextureZoom({ items, onClose }: ZoomProps) {
  return (
    <Modal open wide title={text.zoomTitle} onClose={onClose}>
      <div className={styles.zoomed}>
        {items.map(({ id, name, uuid }) => (
          <figure key={id}>
            <a href={`/assets/${uuid}.png`} target="_blank" rel="noreferrer">
              <img src={`/assets/${uuid}.png`} alt={text.texture(name)} width={512} height={512} />
            </a>
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </Modal>
  );
}

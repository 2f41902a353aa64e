import { useEffect, useState } from "react";
import { tryOnUrl } from "#domain/avatar/try-on-url.ts";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { useOwnLook } from "#web/lib/own-look.ts";
import styles from "./try-on-picture.module.css";

/** A pointer that only crosses a card requests nothing. */
const DELAY_MS = 180;

/** An item on the own bopi, over the item's picture. Loads when it is first shown, and stays hidden until then and on failure. */
export default function TryOnPicture({ item, shown }: { item: WearableItem; shown: boolean }) {
  const look = useOwnLook();
  const [url, setUrl] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(
      () => setUrl(tryOnUrl(look, item, { size: devicePixelRatio > 1.25 ? 512 : 256 })),
      DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [shown, look, item]);
  if (!url) return null;
  return (
    <img
      className={styles.picture}
      src={url}
      width={384}
      height={384}
      alt=""
      data-shown={shown && loaded === url}
      onLoad={() => setLoaded(url)}
    />
  );
}

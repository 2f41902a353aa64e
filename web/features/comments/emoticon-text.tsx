import { cx } from "#web/ui/cx.ts";
import styles from "./comments.module.css";
import { emoticonUrl, isOnlyEmoticons, splitEmoticons } from "./emoticons.ts";

/** A clean text, with pictures in place of its shortcodes. */
export function EmoticonText({ text }: { text: string }) {
  const pieces = splitEmoticons(text);
  return (
    <p className={cx(styles.body, isOnlyEmoticons(pieces) && styles.large)}>
      {pieces.map((piece) =>
        "emoticon" in piece ? (
          <img
            key={piece.at}
            className={styles.emoticon}
            src={emoticonUrl(piece.emoticon)}
            width={24}
            height={24}
            alt={`:${piece.emoticon}:`}
            title={`:${piece.emoticon}:`}
          />
        ) : (
          <span key={piece.at}>{piece.text}</span>
        ),
      )}
    </p>
  );
}

import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { emoticonUrl, isOnlyEmoticons, splitEmoticons } from "./emoticons.ts";
import styles from "./written.module.css";

interface WrittenProps {
  text: string;
  /** Draws the words between emoticons: with links in them, say. */
  words?: ((text: string) => ReactNode) | undefined;
}

/**
 * A comment or a message exactly as typed, with pictures in place of emoticon shortcodes. React escapes the text, so no part
 * of it becomes markup and nothing in it is lost.
 */
export function Written({ text, words = (plain) => plain }: WrittenProps) {
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
          <span key={piece.at}>{words(piece.text)}</span>
        ),
      )}
    </p>
  );
}

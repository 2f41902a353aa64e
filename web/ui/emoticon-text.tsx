import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { emoticonUrl, isOnlyEmoticons, splitEmoticons } from "./emoticons.ts";
import styles from "./written.module.css";

export interface EmoticonTextProps {
  text: string;
  /** Draws the words between emoticons: with links in them, say. */
  words?: ((text: string) => ReactNode) | undefined;
}

/** A clean text, with pictures in place of its shortcodes. */
export function EmoticonText({ text, words = (plain) => plain }: EmoticonTextProps) {
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

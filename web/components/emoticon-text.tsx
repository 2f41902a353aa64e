import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./emoticon-text.module.css";
import { emoticonUrl, isOnlyEmoticons, splitEmoticons } from "./emoticons.ts";

interface EmoticonTextProps {
  text: string;
  renderText?: ((text: string) => ReactNode) | undefined;
}

/**
 * A comment or message exactly as typed, with images in place of emoticon shortcodes. React escapes the text, so it can't
 * contain markup.
 */
export function EmoticonText({ text, renderText = (plain) => plain }: EmoticonTextProps) {
  const parts = splitEmoticons(text);
  return (
    <p dir="auto" className={cx(styles.body, isOnlyEmoticons(parts) && styles.large)}>
      {parts.map((part) =>
        "emoticon" in part ? (
          <img
            key={part.at}
            className={styles.emoticon}
            src={emoticonUrl(part.emoticon)}
            width={24}
            height={24}
            alt={`:${part.emoticon}:`}
            title={`:${part.emoticon}:`}
          />
        ) : (
          <span key={part.at}>{renderText(part.text)}</span>
        ),
      )}
    </p>
  );
}

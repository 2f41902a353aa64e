import type { ReactNode } from "react";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import styles from "./player-message.module.css";

export interface PlayerMessageProps {
  title: string;
  text: string;
  /** Buttons and links to go on with. */
  children: ReactNode;
}

/** A full-page sentence in place of the level. */
export function PlayerMessage({ title, text, children }: PlayerMessageProps) {
  return (
    <div className={styles.message} role="alert">
      <div className={styles.art}>
        <PosedBopi pose="shrug" />
      </div>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

import type { ReactNode } from "react";
import type { BopiColors } from "#domain/avatar/colors.ts";
import type { FaceMood } from "#domain/avatar/figure-face.ts";
import { useTitle } from "#web/lib/title.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import styles from "./auth.module.css";

interface AuthCardProps {
  title: string;
  text: string;
  colors?: BopiColors | undefined;
  mood?: FaceMood;
  children?: ReactNode;
  /** A line under the content that links to the other page. */
  other?: ReactNode;
}

/** The card of a sign-in or sign-up page, with a bopi peeking over its edge. */
export function AuthCard({ title, text, colors, mood = "happy", children, other }: AuthCardProps) {
  useTitle(title);
  return (
    <div className={styles.frame}>
      <div className={styles.bopi}>
        <Bopi view="headshot" colors={colors} mood={mood} />
      </div>
      <div className={styles.card}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
        {children}
        {other && <p className={styles.other}>{other}</p>}
      </div>
    </div>
  );
}

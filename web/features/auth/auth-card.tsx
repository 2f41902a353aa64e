import type { ReactNode } from "react";
import { coloredLook, encodeLook } from "#domain/avatar/bopi-look.ts";
import type { BopiColors } from "#domain/avatar/colors.ts";
import type { LookToken } from "#domain/avatar/look-url.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { useTitle } from "#web/lib/title.ts";
import styles from "./auth.module.css";

interface AuthCardProps {
  title: string;
  text: string;
  colors?: BopiColors | undefined;
  /** Another look than one in these colors. */
  look?: LookToken | null | undefined;
  children?: ReactNode;
  other?: ReactNode;
}

export function AuthCard({ title, text, colors, look, children, other }: AuthCardProps) {
  useTitle(title);
  return (
    <div className={styles.frame}>
      <div className={styles.bopi}>
        <PosedBopi pose="wave" look={look ?? (colors && encodeLook(coloredLook(colors)))} />
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

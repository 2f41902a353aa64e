import { Check, Heart, type LucideIcon, MessageCircle, Play, Shirt, UserPlus } from "lucide-react";
import type { CSSProperties } from "react";
import type { Stamp } from "#domain/first-night/stamps.ts";
import { cx } from "#web/ui/cx.ts";
import styles from "./stamp-art.module.css";

const ICONS: Record<Stamp, LucideIcon> = {
  dress: Shirt,
  play: Play,
  rate: Heart,
  write: MessageCircle,
  buddy: UserPlus,
};

/** The paper of each stamp: light enough for dark ink in every theme. */
const PAPER: Record<Stamp, string> = {
  dress: "#ffb800",
  play: "#7be08a",
  rate: "#ff9a8f",
  write: "#8cc8ff",
  buddy: "#d9b3ff",
};

export interface StampArtProps {
  stamp: Stamp;
  isDone: boolean;
  /** The member's headshot, for the stamp of a dressed bopi. */
  headshot: string;
  className?: string | undefined;
}

/** A stamp of the first night: printed once it's earned, an outline before. Decorative. */
export function StampArt({ stamp, isDone, headshot, className }: StampArtProps) {
  const Icon = ICONS[stamp];
  return (
    <span
      className={cx(styles.stamp, isDone && styles.done, className)}
      style={{ "--paper": PAPER[stamp] } as CSSProperties}
      aria-hidden
    >
      {stamp === "dress" && isDone ? <img src={headshot} alt="" width={56} height={56} /> : <Icon />}
      {isDone && (
        <span className={styles.postmark}>
          <Check />
        </span>
      )}
    </span>
  );
}

import type { ComponentProps, ReactNode } from "react";
import { badgeColors } from "./badge-colors.ts";
import { cx } from "./cx.ts";
import styles from "./surface.module.css";

/** A box around one thing. `lift` if the whole card is clickable, `flush` if an image touches its edge. */
export function Card(props: ComponentProps<"div"> & { lift?: boolean; flush?: boolean }) {
  const { lift, flush, className, ...rest } = props;
  return <div {...rest} className={cx(styles.card, lift && styles.lift, flush && styles.flush, className)} />;
}

interface BadgeProps {
  tone?: "accent" | "playing";
  color?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A small label. `color` (hex, with or without #) sets its background; the text color follows for contrast. */
export function Badge({ tone, color, className, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, tone && styles[tone], className)} style={badgeColors(color)}>
      {children}
    </span>
  );
}

/** A progress bar; `share` is 0 to 1. */
export function Progress({ label, share }: { label: string; share: number }) {
  const width = `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%`;
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Number.parseInt(width, 10)}
    >
      <span className={styles.fill} style={{ width }} />
    </div>
  );
}

import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./surface.module.css";

/** A box for one thing. `lift` where the whole card is pressable, `flush` where a picture meets its edge. */
export function Card({
  lift,
  flush,
  className,
  ...rest
}: ComponentProps<"div"> & { lift?: boolean; flush?: boolean }) {
  return <div {...rest} className={cx(styles.card, lift && styles.lift, flush && styles.flush, className)} />;
}

/** Ink or paper, whichever reads better on a colour of six hex digits. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // 0.179 is where ink and white have the same contrast.
  return light > 0.179 ? "#0f0f0f" : "#ffffff";
}

const HEX = /^#?([0-9a-f]{6})$/i;

/** A small label. `color` (hex, with or without #) fills it, with ink that can be read on it. */
export function Badge({
  tone,
  color,
  className,
  children,
}: {
  tone?: "accent" | "playing";
  color?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const hex = HEX.exec(color ?? "")?.[1];
  const fill = hex && ({ "--badge": `#${hex}`, "--badge-ink": inkOn(`#${hex}`) } as CSSProperties);
  return (
    <span className={cx(styles.badge, tone && styles[tone], className)} style={fill || undefined}>
      {children}
    </span>
  );
}

/** How far something is, from 0 to 1. */
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

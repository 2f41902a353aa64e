import { type CSSProperties, Fragment, type ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./skeleton.module.css";

export interface SkeletonProps {
  width?: CSSProperties["width"];
  height?: CSSProperties["height"];
  /** "16 / 9" instead of a height. */
  ratio?: string;
  round?: boolean;
}

/** A placeholder in the shape of the content. Hidden from screen readers, so set `aria-busy` on its container. */
export function Skeleton({ width = "100%", height, ratio, round }: SkeletonProps) {
  return (
    <span
      className={cx(styles.skeleton, round && styles.round)}
      style={{ width, height: height ?? (ratio ? undefined : "1em"), aspectRatio: ratio }}
      aria-hidden
    />
  );
}

/** The same placeholder several times. */
export const Repeat = ({ times, children }: { times: number; children: ReactNode }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
  Array.from({ length: times }, (_, i) => <Fragment key={i}>{children}</Fragment>);

/** Skeletons of lines of text; the last one is shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span className={styles.lines}>
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <Skeleton key={i} width={i === lines - 1 && lines > 1 ? "60%" : "100%"} />
      ))}
    </span>
  );
}

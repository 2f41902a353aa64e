import type { LookPose, LookToken } from "#domain/avatar/look-url.ts";
import { lookUrl } from "#domain/avatar/look-url.ts";
import { useOwnLook } from "#web/lib/own-look.ts";
import { cx } from "#web/ui/cx.ts";
import styles from "./posed-bopi.module.css";

export interface PosedBopiProps {
  pose: LookPose;
  /** Another look than the own one. */
  look?: LookToken | undefined;
  /** Shown larger than 256 pixels. */
  large?: boolean;
  className?: string | undefined;
}

/** The user's own bopi in a pose, as wide as its container. Decorative. A soft light behind it shows dark clothes on a dark page. */
export function PosedBopi({ pose, look, large = false, className }: PosedBopiProps) {
  const own = useOwnLook();
  const size = large ? 512 : 256;
  return (
    <img
      className={cx(styles.bopi, className)}
      src={lookUrl(look ?? own, { pose, size })}
      width={size}
      height={size}
      alt=""
      decoding="async"
    />
  );
}

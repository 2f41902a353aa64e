import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import { formatBadgeCount } from "#web/lib/format.ts";
import { cx } from "./cx.ts";
import styles from "./icon-button.module.css";
import { Tooltip } from "./tooltip.tsx";

interface Look {
  icon: LucideIcon;
  /** The control's accessible name, also its tooltip. */
  label: string;
  variant?: "bare" | "solid" | "danger" | undefined;
  /** A number on the corner; hidden at 0. */
  count?: number | undefined;
}

function IconWithCount({ icon: Icon, count = 0 }: Pick<Look, "icon" | "count">) {
  return (
    <>
      <Icon className={styles.icon} aria-hidden />
      {count > 0 && (
        <span className={styles.count} aria-hidden>
          {formatBadgeCount(count)}
        </span>
      )}
    </>
  );
}

const accessibleName = (label: string, count = 0) =>
  count > 0 ? `${label}, ${formatBadgeCount(count)}` : label;

/** A square button with only an icon. `pressed` makes it a toggle. */
export function IconButton({
  icon,
  label,
  variant = "bare",
  count,
  pressed,
  className,
  ...rest
}: Look & { pressed?: boolean | undefined } & ComponentProps<"button">) {
  return (
    <Tooltip text={label} silent>
      <button
        type="button"
        {...rest}
        className={cx(styles.button, styles[variant], className)}
        aria-label={accessibleName(label, count)}
        aria-pressed={pressed}
      >
        <IconWithCount icon={icon} count={count} />
      </button>
    </Tooltip>
  );
}

export function IconLink({
  icon,
  label,
  variant = "bare",
  count,
  to,
  className,
  ...rest
}: Look & { to: string } & Omit<ComponentProps<"a">, "href">) {
  return (
    <Tooltip text={label} silent>
      <Link
        {...rest}
        to={to}
        className={cx(styles.button, styles[variant], className)}
        aria-label={accessibleName(label, count)}
      >
        <IconWithCount icon={icon} count={count} />
      </Link>
    </Tooltip>
  );
}

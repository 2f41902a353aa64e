import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import { capped } from "#web/lib/format.ts";
import { cx } from "./cx.ts";
import styles from "./icon-button.module.css";
import { Tooltip } from "./tooltip.tsx";

interface Look {
  icon: LucideIcon;
  /** The control's name, shown as its tooltip. */
  label: string;
  variant?: "bare" | "solid" | "danger" | undefined;
  /** A number on the corner; nothing at 0. */
  count?: number | undefined;
}

function Face({ icon: Icon, count = 0 }: Pick<Look, "icon" | "count">) {
  return (
    <>
      <Icon className={styles.icon} aria-hidden />
      {count > 0 && (
        <span className={styles.count} aria-hidden>
          {capped(count)}
        </span>
      )}
    </>
  );
}

const name = (label: string, count = 0) => (count > 0 ? `${label}, ${capped(count)}` : label);

/** A square button that is only an icon; `pressed` makes it a toggle. */
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
        aria-label={name(label, count)}
        aria-pressed={pressed}
      >
        <Face icon={icon} count={count} />
      </button>
    </Tooltip>
  );
}

/** An IconButton that is a link. */
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
        aria-label={name(label, count)}
      >
        <Face icon={icon} count={count} />
      </Link>
    </Tooltip>
  );
}

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

/** Returns the props of a button or link with the look. */
function propsOf<P extends Look & { className?: string | undefined }>(props: P) {
  const { icon: Icon, label, variant = "bare", count = 0, className, ...rest } = props;
  return {
    ...rest,
    className: cx(styles.button, styles[variant], className),
    "aria-label": count > 0 ? `${label}, ${formatBadgeCount(count)}` : label,
    children: (
      <>
        <Icon className={styles.icon} aria-hidden />
        {count > 0 && (
          <span className={styles.count} aria-hidden>
            {formatBadgeCount(count)}
          </span>
        )}
      </>
    ),
  };
}

/** A square button with only an icon. `pressed` makes it a toggle. */
export const IconButton = (props: Look & { pressed?: boolean | undefined } & ComponentProps<"button">) => {
  const { pressed, ...rest } = propsOf(props);
  return (
    <Tooltip text={props.label} silent>
      <button type="button" {...rest} aria-pressed={pressed} />
    </Tooltip>
  );
};

export const IconLink = (props: Look & { to: string } & Omit<ComponentProps<"a">, "href">) => (
  <Tooltip text={props.label} silent>
    <Link {...propsOf(props)} />
  </Tooltip>
);

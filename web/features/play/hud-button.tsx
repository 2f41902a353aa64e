import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "#web/ui/cx.ts";
import styles from "./hud-button.module.css";

interface HudLook {
  icon?: LucideIcon;
  label: string;
  wide?: boolean;
  children?: ReactNode;
}

const hudContent = ({ icon: Icon, label, wide, children }: HudLook) => (
  <>
    {Icon && <Icon aria-hidden />}
    {wide && label}
    {children}
  </>
);

/** A button over the level. It gives the focus back after a click, so the next Space is a jump. */
export function HudButton(props: HudLook & ComponentProps<"button">) {
  const { icon, label, wide, className, onClick, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.button, (wide || children !== undefined) && styles.wide, className)}
      {...(!wide && { "aria-label": label, title: label })}
      onClick={(event) => {
        if (event.detail > 0) event.currentTarget.blur();
        onClick?.(event);
      }}
    >
      {hudContent(props)}
    </button>
  );
}

export function HudLink(props: HudLook & { to: string } & Omit<ComponentProps<"a">, "href">) {
  const { icon, label, wide, to, className, ...rest } = props;
  return (
    <Link
      {...rest}
      to={to}
      className={cx(styles.button, wide && styles.wide, className)}
      {...(!wide && { "aria-label": label, title: label })}
    >
      {hudContent(props)}
    </Link>
  );
}

import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { uiText } from "#web/text/ui.ts";
import styles from "./button.module.css";
import { cx } from "./cx.ts";

export interface ButtonLook {
  /** `primary` once per view; `play` only starts a level; `danger` only destroys. */
  variant?: "plain" | "primary" | "play" | "danger" | "quiet" | undefined;
  size?: "s" | "m" | "l" | undefined;
  icon?: LucideIcon | undefined;
  /** Takes the whole width. */
  full?: boolean | undefined;
}

const look = ({ variant = "plain", size = "m", full }: ButtonLook, extra?: string) =>
  cx(styles.button, styles[variant], styles[size], full && styles.full, extra);

function Face({
  icon: Icon,
  busy,
  children,
}: {
  icon?: LucideIcon | undefined;
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      {Icon && <Icon className={cx(styles.icon, busy && styles.hidden)} aria-hidden />}
      {busy ? <span className={styles.hidden}>{children}</span> : children}
      {busy && (
        <span className={styles.dots}>
          <i />
          <i />
          <i />
          <span className="sr-only">{uiText.busy}</span>
        </span>
      )}
    </>
  );
}

export interface ButtonProps extends ButtonLook, ComponentProps<"button"> {
  /** Shows that the press is being worked on; further presses do nothing and focus stays. */
  busy?: boolean | undefined;
}

/** A button with a solid edge that sinks when pressed. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, full, busy = false, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={look({ variant, size, full }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      <Face icon={icon} busy={busy}>
        {children}
      </Face>
    </button>
  );
}

export interface LinkButtonProps extends ButtonLook, Omit<ComponentProps<"a">, "href"> {
  /** A path of this site, or a whole address (`https:`, `bopolis:`). With `download` the browser fetches it itself. */
  to: string;
}

/** A link that looks like a Button. */
export function LinkButton({ variant, size, icon, full, to, className, children, ...rest }: LinkButtonProps) {
  const shared = { ...rest, className: look({ variant, size, full }, className) };
  const face = <Face icon={icon}>{children}</Face>;
  const isPage = /^[/?]/.test(to) && rest.download === undefined;
  return isPage ? (
    <Link to={to} {...shared}>
      {face}
    </Link>
  ) : (
    <a href={to} {...shared}>
      {face}
    </a>
  );
}

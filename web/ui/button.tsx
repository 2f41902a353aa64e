import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import styles from "./button.module.css";
import { cx } from "./cx.ts";
import { uiText } from "./text/ui.ts";

export interface ButtonLook {
  /** Use `primary` once per view, `play` only to start a level, and `danger` only for destructive actions. */
  variant?: "plain" | "primary" | "play" | "danger" | "quiet" | undefined;
  size?: "s" | "m" | "l" | undefined;
  icon?: LucideIcon | undefined;
  full?: boolean | undefined;
}

const buttonClass = ({ variant = "plain", size = "m", full }: ButtonLook, extra?: string) =>
  cx(styles.button, styles[variant], styles[size], full && styles.full, extra);

function ButtonContent({ icon: Icon, busy, children }: Pick<ButtonProps, "icon" | "busy" | "children">) {
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
  /** Shows that the action is running. Further clicks do nothing, and the focus stays. */
  busy?: boolean | undefined;
}

/** A button with a solid edge that sinks when it is pressed. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, full, busy = false, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, full }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      <ButtonContent icon={icon} busy={busy}>
        {children}
      </ButtonContent>
    </button>
  );
}

export interface LinkButtonProps extends ButtonLook, Omit<ComponentProps<"a">, "href"> {
  /** A path of this site or a full URL (`https:`, `bopolis:`). With `download`, the browser fetches it. */
  to: string;
}

export function LinkButton({ variant, size, icon, full, to, className, children, ...rest }: LinkButtonProps) {
  const shared = { ...rest, className: buttonClass({ variant, size, full }, className) };
  const content = <ButtonContent icon={icon}>{children}</ButtonContent>;
  const isInternal = /^[/?]/.test(to) && rest.download === undefined;
  return isInternal ? (
    <Link to={to} {...shared}>
      {content}
    </Link>
  ) : (
    <a href={to} {...shared}>
      {content}
    </a>
  );
}

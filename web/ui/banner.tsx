import { CircleAlert, Info, X } from "lucide-react";
import type { ReactNode } from "react";
import { uiText } from "#web/text/ui.ts";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import styles from "./surface.module.css";

export interface BannerProps {
  tone?: "error" | "notice" | "plain";
  children: ReactNode;
  /** Shows a dismiss button. */
  onDismiss?: (() => void) | undefined;
  action?: ReactNode;
}

/** A line across the page's top part: something failed, or needs attention. */
export function Banner({ tone = "error", children, onDismiss, action }: BannerProps) {
  const Icon = tone === "error" ? CircleAlert : Info;
  return (
    <div className={cx(styles.banner, styles[tone])} role={tone === "error" ? "alert" : "status"}>
      <Icon aria-hidden />
      <div className={styles.bannerText}>{children}</div>
      {action && <div className={styles.bannerAct}>{action}</div>}
      {onDismiss && <IconButton icon={X} label={uiText.dismiss} onClick={onDismiss} />}
    </div>
  );
}

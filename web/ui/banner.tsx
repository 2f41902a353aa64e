import { CircleAlert, Info, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import styles from "./surface.module.css";
import { uiText } from "./text/ui.ts";

export interface BannerProps {
  tone?: "error" | "notice" | "plain";
  children: ReactNode;
  onDismiss?: (() => void) | undefined;
  action?: ReactNode;
}

/** A message across the page: an error or something that needs attention. */
export function Banner({ tone = "error", children, onDismiss, action }: BannerProps) {
  const Icon = tone === "error" ? CircleAlert : Info;
  return (
    <div className={cx(styles.banner, styles[tone])} role={tone === "error" ? "alert" : "status"}>
      <Icon aria-hidden />
      <div className={styles.bannerText}>{children}</div>
      {action && <div className={styles.bannerAction}>{action}</div>}
      {onDismiss && <IconButton icon={X} label={uiText.dismiss} onClick={onDismiss} />}
    </div>
  );
}

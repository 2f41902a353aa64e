import { CloudOff, Ghost, type LucideIcon, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { uiText } from "#web/text/ui.ts";
import { Button } from "./button.tsx";
import styles from "./surface.module.css";

export interface EmptyStateProps {
  /** The specification's exact text if it has one. */
  title: string;
  text?: ReactNode;
  icon?: LucideIcon;
  /** An illustration instead of the icon. */
  art?: ReactNode;
  /** Next steps: buttons or links. */
  children?: ReactNode;
}

/** Shown if there is nothing to show, with next steps. */
export function EmptyState({ title, text, icon: Icon = Ghost, art, children }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {art ? <div className={styles.stateArt}>{art}</div> : <Icon className={styles.stateIcon} aria-hidden />}
      <p className={styles.stateTitle}>{title}</p>
      {text && <p className={styles.stateText}>{text}</p>}
      {children && <div className={styles.stateActions}>{children}</div>}
    </div>
  );
}

/** Shows what failed, with a Retry button. `error` can be any thrown value; an Error's message is shown. */
export function ErrorState({
  error,
  onRetry,
  busy,
}: {
  error?: unknown;
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
}) {
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={uiText.failedTitle}
        text={error instanceof Error && error.message ? error.message : uiText.failed}
      >
        {onRetry && (
          <Button variant="primary" icon={RotateCw} busy={busy} onClick={onRetry}>
            {uiText.retry}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}

import { CloudOff, Ghost, type LucideIcon, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { canRetry } from "#web/lib/api.ts";
import { Button } from "./button.tsx";
import styles from "./surface.module.css";
import { uiText } from "./text/ui.ts";

export interface StateProps {
  /** The specification's exact text if it has one. */
  title: string;
  text?: ReactNode;
  icon?: LucideIcon;
  art?: ReactNode;
  children?: ReactNode;
}

/** A picture, a title, a text and buttons in the middle of where something is missing. */
export function State({ title, text, icon: Icon = Ghost, art, children }: StateProps) {
  return (
    <div className={styles.state}>
      {art ? <div className={styles.stateArt}>{art}</div> : <Icon className={styles.stateIcon} aria-hidden />}
      <p className={styles.stateTitle}>{title}</p>
      {text && <p className={styles.stateText}>{text}</p>}
      {children && <div className={styles.stateActions}>{children}</div>}
    </div>
  );
}

interface ErrorStateProps {
  error?: unknown;
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
}

/** Shows what failed, with a Retry button if that can help. `error` can be any thrown value; an Error's message is shown. */
export function ErrorState({ error, onRetry, busy }: ErrorStateProps) {
  return (
    <div role="alert">
      <State
        icon={CloudOff}
        title={uiText.failedTitle}
        text={error instanceof Error && error.message ? error.message : uiText.failed}
      >
        {onRetry && canRetry(error) && (
          <Button variant="primary" icon={RotateCw} busy={busy} onClick={onRetry}>
            {uiText.retry}
          </Button>
        )}
      </State>
    </div>
  );
}

interface QueryErrorProps {
  query: { data: unknown; isError: boolean; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Shows it above older data, too. */
  always?: boolean;
}

/** Shows why a query has failed, unless it has loaded data before. */
export const QueryError = ({ query, always }: QueryErrorProps) =>
  query.isError && (always || query.data === undefined) ? (
    <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
  ) : null;

import { CloudOff, Ghost, type LucideIcon, RotateCw } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { canRetry } from "#web/lib/api.ts";
import { Button } from "./button.tsx";
import styles from "./surface.module.css";
import { uiText } from "./text/ui.ts";

interface StateProps {
  /** The specification's exact text if it has one. */
  title: string;
  text?: ReactNode;
  icon?: LucideIcon;
  art?: ReactNode;
  children?: ReactNode;
}

function State({ title, text, icon: Icon = Ghost, art, children }: StateProps) {
  return (
    <div className={styles.state}>
      {art ? <div className={styles.stateArt}>{art}</div> : <Icon className={styles.stateIcon} aria-hidden />}
      <p className={styles.stateTitle}>{title}</p>
      {text && <p className={styles.stateText}>{text}</p>}
      {children && <div className={styles.stateActions}>{children}</div>}
    </div>
  );
}

/** Buttons or links, of which the first always shows. */
export type NextSteps = ReactElement | readonly [ReactElement, ...ReactNode[]];

export type EmptyStateProps = Pick<StateProps, "title" | "text"> & {
  art: ReactNode;
} & (
    | { children: NextSteps; noAction?: never }
    /** Why the user can't do anything about it here. */
    | { children?: never; noAction: string }
  );

/** Shown if there is nothing to show, with the next thing to do. */
export const EmptyState = ({ title, text, art, children }: EmptyStateProps) => (
  <State title={title} text={text} art={art}>
    {children}
  </State>
);

/** Shows what failed, with a Retry button if that can help. `error` can be any thrown value; an Error's message is shown. */
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
}

/** Shows why a query has failed, unless it has loaded data before. */
export const QueryError = ({ query }: QueryErrorProps) =>
  query.isError && query.data === undefined ? (
    <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
  ) : null;

import type { UseQueryResult } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import type { PageMeta } from "#domain/api/answers.ts";
import { staffEventsText as text } from "#web/text/events.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import styles from "#web/ui/queue.module.css";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import type { stateOf } from "../days.ts";

const BONES = ["a", "b", "c"];
const addressOf = (page: number) => (page > 1 ? `?page=${page}` : "?");

/** How something stands, in a word. */
export function StateBadge({ state }: { state: ReturnType<typeof stateOf> }) {
  return <Badge {...(state === "on" && { tone: "playing" as const })}>{text.states[state]}</Badge>;
}

export interface StaffListProps<T> {
  query: UseQueryResult<{ data: T[]; meta: PageMeta }>;
  page: number;
  what: "event" | "challenge";
  /** Draws one of them. */
  row: (one: T) => ReactNode;
}

/** A page of all events or challenges, in each of its states. */
export function StaffList<T extends { id: number }>({ query, page, what, row }: StaffListProps<T>) {
  const { data, isError, isPending, error, isFetching, isPlaceholderData } = query;
  return (
    <>
      <p className={styles.total} role="status">
        {data && data.meta.total > 0 && text.total(data.meta.total, what)}
      </p>
      {isError && !data && <ErrorState error={error} onRetry={() => query.refetch()} busy={isFetching} />}
      {isPending && (
        <div className={styles.list} aria-busy>
          {BONES.map((bone) => (
            <Skeleton key={bone} height={132} />
          ))}
        </div>
      )}
      {data && data.data.length > 0 && (
        <ul className={styles.list} aria-busy={isPlaceholderData}>
          {data.data.map((one) => (
            <li key={one.id}>{row(one)}</li>
          ))}
        </ul>
      )}
      {data?.meta.total === 0 && <EmptyState title={text[what].none} text={text[what].noneText} />}
      {data && data.meta.total > 0 && data.data.length === 0 && (
        <EmptyState title={text.noPage}>
          <LinkButton variant="primary" icon={RotateCcw} to="?">
            {text.firstPage}
          </LinkButton>
        </EmptyState>
      )}
      {data && <Pagination page={page} lastPage={data.meta.last_page} hrefOf={addressOf} />}
    </>
  );
}

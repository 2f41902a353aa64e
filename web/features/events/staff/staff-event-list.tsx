import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PageMeta } from "#domain/api/response.ts";
import { EmptyState, PastEnd } from "#web/components/empty-state.tsx";
import styles from "#web/components/queue.module.css";
import { Pagination } from "#web/ui/pagination.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { staffEventsText as text } from "../text.ts";

export interface StaffEventListProps<T> {
  query: UseQueryResult<{ data: T[]; meta: PageMeta }>;
  page: number;
  kind: "event" | "challenge";
  row: (item: T) => ReactNode;
}

export function StaffEventList<T extends { id: number }>({ query, page, kind, row }: StaffEventListProps<T>) {
  const { data, isPending, isPlaceholderData } = query;
  return (
    <>
      <p className={styles.total} role="status">
        {data && data.meta.total > 0 && text.total(data.meta.total, kind)}
      </p>
      <QueryError query={query} />
      {isPending && (
        <div className={styles.list} aria-busy>
          <Repeat times={3}>
            <Skeleton height={132} />
          </Repeat>
        </div>
      )}
      {data && data.data.length > 0 && (
        <ul className={styles.list} aria-busy={isPlaceholderData}>
          {data.data.map((item) => (
            <li key={item.id}>{row(item)}</li>
          ))}
        </ul>
      )}
      {data?.meta.total === 0 && (
        <EmptyState
          title={text[kind].none}
          text={text[kind].noneText}
          pose="sit"
          noAction="The button to add the first is above"
        />
      )}
      {data && data.meta.total > 0 && data.data.length === 0 && <PastEnd />}
      <Pagination page={page} meta={data?.meta} />
    </>
  );
}

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PageMeta } from "#domain/api/response.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Pagination, pageHref } from "#web/ui/pagination.tsx";
import { Repeat } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { EmptyState, PastEnd } from "./empty-state.tsx";
import styles from "./queue.module.css";

export interface QueueText {
  loading: string;
  none: string;
  noneText: string;
  nonePageText: string;
}

function None({ total, text, first }: { total: number; text: QueueText; first: string }) {
  if (total === 0)
    return <EmptyState title={text.none} text={text.noneText} pose="cheer" noAction="The queue is done" />;
  return <PastEnd text={text.nonePageText} to={first} />;
}

export interface QueueProps<T> {
  list: UseQueryResult<{ data: T[]; meta: PageMeta }>;
  page: number;
  text: QueueText;
  /** Describes the total number. */
  totalOf: (total: number) => string;
  item: (entry: T) => ReactNode;
  skeleton: ReactNode;
  /** Returns a page's URL, if it needs more than the page number. */
  hrefOf?: (page: number) => string;
}

export function Queue<T extends { id: number }>(props: QueueProps<T>) {
  const { list, page, text, totalOf, item, skeleton, hrefOf = pageHref } = props;
  const entries = list.data?.data;
  const meta = list.data?.meta;
  return (
    <>
      {!list.isError && (
        <p className={styles.total} role="status">
          {meta && meta.total > 0 && totalOf(meta.total)}
        </p>
      )}
      <QueryError query={list} always />
      {list.isPending && (
        <LoadingRegion text={text.loading}>
          <ul className={styles.list}>
            <Repeat times={3}>
              <li>{skeleton}</li>
            </Repeat>
          </ul>
        </LoadingRegion>
      )}
      {entries && entries.length > 0 && (
        <ul className={styles.list} aria-busy={list.isPlaceholderData}>
          {entries.map((entry) => (
            <li key={entry.id}>{item(entry)}</li>
          ))}
        </ul>
      )}
      {meta && entries?.length === 0 && <None total={meta.total} text={text} first={hrefOf(1)} />}
      <Pagination page={page} meta={meta} hrefOf={hrefOf} />
    </>
  );
}

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PageMeta } from "#domain/api/response.ts";
import type { ThreadCard } from "#domain/forums/api.ts";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Repeat } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { NoSuchPage } from "./no-such-page.tsx";
import { forumsText } from "./text/forums.ts";
import styles from "./thread-list-item.module.css";
import { ThreadListItem, ThreadListItemSkeleton } from "./thread-list-item.tsx";

export interface ThreadListProps {
  list: UseQueryResult<{ data: ThreadCard[]; meta: PageMeta }>;
  page: number;
  empty: ReactNode;
  action?: ((thread: ThreadCard) => ReactNode) | undefined;
}

export function ThreadList({ list, page, empty, action }: ThreadListProps) {
  const { data: threads, meta } = list.data ?? {};
  if (list.isError && !threads) return <QueryError query={list} />;
  if (!threads || !meta) {
    return (
      <LoadingRegion text={forumsText.threadsLoading}>
        <ul className={styles.list}>
          <Repeat times={8}>
            <li>
              <ThreadListItemSkeleton />
            </li>
          </Repeat>
        </ul>
      </LoadingRegion>
    );
  }
  return (
    <>
      {threads.length > 0 && (
        <ul
          className={cx("lazy-rows", styles.list, list.isPlaceholderData && styles.stale)}
          aria-busy={list.isPlaceholderData}
        >
          {threads.map((thread) => (
            <li key={thread.id}>
              <ThreadListItem thread={thread} action={action?.(thread)} />
            </li>
          ))}
        </ul>
      )}
      {threads.length === 0 && (meta.total > 0 ? <NoSuchPage /> : empty)}
      <Pagination page={page} meta={meta} />
    </>
  );
}

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PageMeta } from "#domain/api/answers.ts";
import type { ThreadCard } from "#domain/forums/api.ts";
import { useInSight } from "#web/lib/painted.ts";
import { forumsText } from "#web/text/forums.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Pagination } from "#web/ui/pagination.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./thread-row.module.css";
import { ThreadRow, ThreadRowSkeleton } from "./thread-row.tsx";

/** Rows in sight without scrolling on most screens. */
const IN_SIGHT = 10;
const BONES = Array.from({ length: 8 }, (_, i) => i);

/** The address of a list's page. */
export const pageAddress = (page: number): string => (page > 1 ? `?page=${page}` : "?");

/** A page past the end of a list that has some. */
export const NonePage = () => (
  <EmptyState title={forumsText.nonePage} text={forumsText.nonePageText} art={<Bopi mood="wow" />}>
    <LinkButton variant="primary" to="?">
      {forumsText.firstPage}
    </LinkButton>
  </EmptyState>
);

export interface ThreadListProps {
  list: UseQueryResult<{ data: ThreadCard[]; meta: PageMeta }>;
  page: number;
  /** Where there is none at all. */
  none: ReactNode;
  act?: ((thread: ThreadCard) => ReactNode) | undefined;
}

function Rows({
  threads,
  stale,
  act,
}: { threads: ThreadCard[]; stale: boolean } & Pick<ThreadListProps, "act">) {
  const drawn = useInSight(threads, IN_SIGHT);
  return (
    <ul className={cx(styles.list, stale && styles.stale)} aria-busy={stale}>
      {drawn.map((thread) => (
        <li key={thread.id}>
          <ThreadRow thread={thread} act={act?.(thread)} />
        </li>
      ))}
    </ul>
  );
}

/** A page of threads, in each of its states. */
export function ThreadList({ list, page, none, act }: ThreadListProps) {
  const { data: threads, meta } = list.data ?? {};
  if (list.isError && !threads)
    return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
  if (!threads || !meta) {
    return (
      <Waiting text={forumsText.threadsLoading}>
        <ul className={styles.list}>
          {BONES.map((bone) => (
            <li key={bone}>
              <ThreadRowSkeleton />
            </li>
          ))}
        </ul>
      </Waiting>
    );
  }
  return (
    <>
      {threads.length > 0 && <Rows threads={threads} stale={list.isPlaceholderData} act={act} />}
      {threads.length === 0 && !list.isPlaceholderData && (meta.total > 0 ? <NonePage /> : none)}
      <Pagination page={page} lastPage={meta.last_page} hrefOf={pageAddress} />
    </>
  );
}

import type { UseQueryResult } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import type { PageMeta } from "#domain/api/answers.ts";
import { Bopi } from "./bopi.tsx";
import { LinkButton } from "./button.tsx";
import { Pagination } from "./pagination.tsx";
import styles from "./queue.module.css";
import { EmptyState, ErrorState } from "./states.tsx";
import { Waiting } from "./waiting.tsx";

const pageAlone = (page: number) => (page > 1 ? `?page=${page}` : "?");

export interface QueueText {
  loading: string;
  none: string;
  noneText: string;
  nonePage: string;
  nonePageText: string;
  firstPage: string;
}

function None({ total, text, first }: { total: number; text: QueueText; first: string }) {
  if (total === 0) return <EmptyState title={text.none} text={text.noneText} art={<Bopi mood="happy" />} />;
  return (
    <EmptyState title={text.nonePage} text={text.nonePageText} art={<Bopi mood="wow" />}>
      <LinkButton variant="primary" icon={RotateCcw} to={first}>
        {text.firstPage}
      </LinkButton>
    </EmptyState>
  );
}

const BONES = ["first", "second", "third"];

function QueueSkeleton({ bone, text }: { bone: ReactNode; text: QueueText }) {
  return (
    <Waiting text={text.loading}>
      <ul className={styles.list}>
        {BONES.map((name) => (
          <li key={name}>{bone}</li>
        ))}
      </ul>
    </Waiting>
  );
}

export interface QueueProps<T> {
  list: UseQueryResult<{ data: T[]; meta: PageMeta }>;
  page: number;
  text: QueueText;
  /** What is said of so many. */
  totalOf: (total: number) => string;
  /** One of them, and one to come. */
  item: (one: T) => ReactNode;
  bone: ReactNode;
  /** The address of a page, where more than its number stands in it. */
  hrefOf?: (page: number) => string;
}

/** What waits for staff to look at, a page of it, in each of its states. */
export function Queue<T extends { id: number }>(props: QueueProps<T>) {
  const { list, page, text, totalOf, item, bone, hrefOf = pageAlone } = props;
  const waiting = list.data?.data;
  const meta = list.data?.meta;
  return (
    <>
      {!list.isError && (
        <p className={styles.total} role="status">
          {meta && meta.total > 0 && totalOf(meta.total)}
        </p>
      )}
      {list.isError && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {list.isPending && <QueueSkeleton bone={bone} text={text} />}
      {waiting && waiting.length > 0 && (
        <ul className={styles.list} aria-busy={list.isPlaceholderData}>
          {waiting.map((one) => (
            <li key={one.id}>{item(one)}</li>
          ))}
        </ul>
      )}
      {meta && waiting?.length === 0 && <None total={meta.total} text={text} first={hrefOf(1)} />}
      {meta && <Pagination page={page} lastPage={meta.last_page} hrefOf={hrefOf} />}
    </>
  );
}

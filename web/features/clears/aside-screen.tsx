import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { asideRunsRoute } from "#domain/clears/api.ts";
import { ask } from "#web/lib/query.ts";
import { clearsText } from "#web/text/clears.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./aside.module.css";
import { AsideItem, AsideSkeletons } from "./aside-item.tsx";

const text = clearsText.aside;
const addressOf = (page: number) => (page > 1 ? `?page=${page}` : "?");

function None({ total }: { total: number }) {
  if (total === 0) return <EmptyState title={text.none} text={text.noneText} art={<Bopi mood="happy" />} />;
  return (
    <EmptyState title={text.nonePage} text={text.nonePageText} art={<Bopi mood="wow" />}>
      <LinkButton variant="primary" icon={RotateCcw} to="?">
        {text.firstPage}
      </LinkButton>
    </EmptyState>
  );
}

/** Clears that were faster than is possible, for staff to decide about; `nav` leads to the other staff pages. */
export function AsideScreen({ nav }: { nav: ReactNode }) {
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery({
    ...ask(asideRunsRoute, { input: { page } }),
    placeholderData: keepPreviousData,
  });
  const runs = list.data?.data;
  const meta = list.data?.meta;
  return (
    <Page title={text.title} width="middle">
      {nav}
      {!list.isError && (
        <p className={styles.total} role="status">
          {meta && meta.total > 0 && text.total(meta.total)}
        </p>
      )}
      {list.isError && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {list.isPending && <AsideSkeletons />}
      {runs && runs.length > 0 && (
        <ul className={styles.list} aria-busy={list.isPlaceholderData}>
          {runs.map((run) => (
            <li key={run.id}>
              <AsideItem run={run} />
            </li>
          ))}
        </ul>
      )}
      {meta && runs?.length === 0 && <None total={meta.total} />}
      {meta && <Pagination page={page} lastPage={meta.last_page} hrefOf={addressOf} />}
    </Page>
  );
}

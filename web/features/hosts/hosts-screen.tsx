import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { hostListRoute } from "#domain/hosts/api.ts";
import { invalidateUrls, queryFor } from "#web/lib/query.ts";
import { hostsText as text } from "#web/text/hosts.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { HostTable, HostTableSkeleton } from "./host-table.tsx";
import { useHostWindows } from "./host-windows.tsx";
import styles from "./hosts.module.css";
import { LOOK_MS } from "./look.ts";
import { SigningKeys } from "./signing-keys.tsx";

const HOSTS = /^\/api\/staff\/hosts(?:\?|$)/;
const addressOf = (page: number) => (page > 1 ? `?page=${page}` : "?");

const HowToStart = (
  <>
    {text.noneText} <code className={styles.code}>{text.noneCommand}</code>, {text.noneMore}
  </>
);

function None({ total, register }: { total: number; register: ReactNode }) {
  if (total === 0) {
    return (
      <EmptyState title={text.none} text={HowToStart} art={<Bopi mood="wow" />}>
        {register}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={text.nonePage} text={text.nonePageText} art={<Bopi mood="wow" />}>
      <LinkButton variant="primary" icon={RotateCcw} to="?">
        {text.firstPage}
      </LinkButton>
    </EmptyState>
  );
}

/** The game hosts of the site and the keys of join tokens; `nav` leads to the other staff pages. */
export function HostsScreen({ nav }: { nav: ReactNode }) {
  const client = useQueryClient();
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery({
    ...queryFor(hostListRoute, { input: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });
  const windows = useHostWindows(() => void invalidateUrls(client, HOSTS));
  const hosts = list.data?.data;
  const meta = list.data?.meta;
  const register = (
    <Button variant="primary" icon={Plus} onClick={windows.register}>
      {text.register}
    </Button>
  );
  return (
    <Page title={text.title} actions={meta?.total !== 0 && register}>
      {nav}
      {list.isError && !hosts && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {list.isPending && <HostTableSkeleton />}
      {hosts && hosts.length > 0 && (
        <HostTable hosts={hosts} stale={list.isPlaceholderData} onAct={windows.act} />
      )}
      {meta && hosts?.length === 0 && <None total={meta.total} register={register} />}
      {meta && <Pagination page={page} lastPage={meta.last_page} hrefOf={addressOf} />}
      <SigningKeys />
      {windows.window}
    </Page>
  );
}

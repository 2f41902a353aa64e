import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { ReactElement } from "react";
import { hostListRoute } from "#domain/hosts/api.ts";
import { EmptyState, PastEnd } from "#web/components/empty-state.tsx";
import styles from "#web/features/hosts/hosts.module.css";
import { HOSTS_POLL_MS, SigningKeys } from "#web/features/hosts/signing-keys.tsx";
import { hostsText as text } from "#web/features/hosts/text.ts";
import { HostTable, HostTableSkeleton, useHostModals } from "#web/features/hosts/use-host-modals.tsx";
import { invalidate } from "#web/lib/cache.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { usePage } from "#web/lib/url-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { StaffNav } from "../staff-nav.tsx";

const startInstructions = (
  <>
    {text.noneText} <code className={styles.code}>{text.noneCommand}</code>, {text.noneMore}
  </>
);

function NoHosts({ total, register }: { total: number; register: ReactElement }) {
  if (total === 0) {
    return (
      <EmptyState title={text.none} text={startInstructions} pose="shrug">
        {register}
      </EmptyState>
    );
  }
  return <PastEnd text={text.nonePageText} />;
}

export default function StaffHostsPage() {
  const client = useQueryClient();
  const page = usePage();
  const list = useQuery({
    ...listQueryFor(hostListRoute, { input: { page } }),
    refetchInterval: HOSTS_POLL_MS,
  });
  const modals = useHostModals(() => void invalidate(client, [hostListRoute.path]));
  const { data: hosts, meta } = list.data ?? {};
  const register = (
    <Button variant="primary" icon={Plus} onClick={modals.register}>
      {text.register}
    </Button>
  );
  return (
    <Page title={text.title} actions={meta?.total !== 0 && register}>
      <StaffNav />
      <QueryError query={list} />
      {list.isPending && <HostTableSkeleton />}
      {hosts && hosts.length > 0 && (
        <HostTable hosts={hosts} stale={list.isPlaceholderData} onAction={modals.runAction} />
      )}
      {meta && hosts?.length === 0 && <NoHosts total={meta.total} register={register} />}
      <Pagination page={page} meta={meta} />
      <SigningKeys />
      {modals.modal}
    </Page>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { dataExportRoute, startExportRoute } from "#domain/settings/api.ts";
import { cacheResponse, invalidate } from "#web/lib/cache.ts";
import { fileSize } from "#web/lib/file-size.ts";
import { useForm } from "#web/lib/form.ts";
import { useLiveEvent } from "#web/lib/live/use-live-event.ts";
import { queryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Panel, PanelRow } from "#web/ui/panel.tsx";
import { CurrentPasswordField } from "#web/ui/password-field.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "./settings.module.css";
import { leavingText as text } from "./text/settings.ts";

const QUERY = queryFor(dataExportRoute, {});
type ExportResponse = OutputOf<typeof dataExportRoute>;
type DataExport = NonNullable<ExportResponse["export"]>;

/** Polls a pending export, in case its notification is missed. */
const POLL_MS = 3_000;

function StartExport({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm(startExportRoute, {
    onDone: (response) => {
      cacheResponse(client, QUERY, response);
      onClose();
    },
  });
  return (
    <FormModal
      title={text.export}
      text={text.startText}
      submit={text.startExport}
      form={form}
      onClose={onClose}
    >
      <CurrentPasswordField errors={form.errors.password} />
    </FormModal>
  );
}

function ReadyExport({ url, bytes, created_at, expires_at }: DataExport) {
  return (
    <PanelRow
      actions={
        url && (
          <LinkButton to={url} variant="primary" icon={Download} download>
            {text.download}
          </LinkButton>
        )
      }
    >
      <p className={styles.value}>{text.ready(fileSize(bytes))}</p>
      <p className={styles.hint}>
        {text.packedAt}
        <RelativeTime value={created_at} />
        {expires_at && (
          <>
            {text.expires}
            <RelativeTime value={expires_at} />
          </>
        )}
      </p>
    </PanelRow>
  );
}

export function ExportPanel() {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    ...QUERY,
    refetchInterval: ({ state }) => state.data?.export?.state === "waiting" && POLL_MS,
  });
  const dataExport = query.data?.export;
  useLiveEvent(({ event }) => {
    if (event === "Notified" && dataExport?.state === "waiting")
      void invalidate(client, [dataExportRoute.path]);
  });
  return (
    <Panel heading={text.export} text={text.exportText}>
      {query.isPending && <Skeleton height={48} />}
      <QueryError query={query} />
      {dataExport?.state === "waiting" && <Banner tone="notice">{text.waiting}</Banner>}
      {dataExport?.state === "failed" && <Banner>{text.failed}</Banner>}
      {dataExport?.state === "ready" && <ReadyExport {...dataExport} />}
      {query.data && dataExport?.state !== "waiting" && (
        <div className={styles.actions}>
          <Button onClick={() => setOpen(true)}>{dataExport ? text.startAgain : text.startExport}</Button>
        </div>
      )}
      {isOpen && <StartExport onClose={() => setOpen(false)} />}
    </Panel>
  );
}

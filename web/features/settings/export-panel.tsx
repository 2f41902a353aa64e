import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { dataExportRoute, startExportRoute } from "#domain/settings/api.ts";
import { fileSize } from "#web/lib/file-size.ts";
import { useForm } from "#web/lib/form.ts";
import { useLive } from "#web/lib/live/store.ts";
import { queryFor } from "#web/lib/query.ts";
import { leavingText } from "#web/text/settings.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Time } from "#web/ui/facts.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Panel, PanelRow } from "#web/ui/panel.tsx";
import { OwnPassword } from "#web/ui/password-field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import styles from "./settings.module.css";

const text = leavingText;
const QUERY = queryFor(dataExportRoute, {});
type Answer = OutputOf<typeof dataExportRoute>;
type Package = NonNullable<Answer["export"]>;

/** How often a package that is being made is asked after, should its notification not be heard. */
const LOOK_MS = 3_000;

function StartExport({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm(startExportRoute, {
    onDone: (answer) => {
      client.setQueryData<Answer>(QUERY.queryKey, answer);
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
      <OwnPassword errors={form.errors.password} />
    </FormModal>
  );
}

function Ready({ url, bytes, created_at, expires_at }: Package) {
  return (
    <PanelRow
      acts={
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
        <Time value={created_at} />
        {expires_at && (
          <>
            {text.expires}
            <Time value={expires_at} />
          </>
        )}
      </p>
    </PanelRow>
  );
}

/** A package of all that the site keeps about one: asked for, waited for, fetched. */
export function ExportPanel() {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...QUERY,
    refetchInterval: ({ state }) => state.data?.export?.state === "waiting" && LOOK_MS,
  });
  const made = data?.export;
  useLive(({ event }) => {
    if (event === "Notified" && made?.state === "waiting")
      void client.invalidateQueries({ queryKey: QUERY.queryKey });
  });
  return (
    <Panel heading={text.export} text={text.exportText}>
      {isPending && <Skeleton height={48} />}
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />}
      {made?.state === "waiting" && <Banner tone="notice">{text.waiting}</Banner>}
      {made?.state === "failed" && <Banner>{text.failed}</Banner>}
      {made?.state === "ready" && <Ready {...made} />}
      {data && made?.state !== "waiting" && (
        <div className={styles.acts}>
          <Button onClick={() => setOpen(true)}>{made ? text.startAgain : text.startExport}</Button>
        </div>
      )}
      {isOpen && <StartExport onClose={() => setOpen(false)} />}
    </Panel>
  );
}

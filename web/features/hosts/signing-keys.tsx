import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { rotateSigningKeyRoute, signingKeysRoute } from "#domain/hosts/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { cacheResponse } from "#web/lib/cache.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "./hosts.module.css";
import { hostsText as text } from "./text.ts";

export const HOSTS_POLL_MS = 10_000;

const keysQuery = queryFor(signingKeysRoute, {});

function RotateKey() {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { busy, run } = useAction(() => call(rotateSigningKeyRoute, {}), {
    toast: () => text.changed,
    onDone: (response) => cacheResponse(client, keysQuery, response),
    errors: "modal",
    onEnd: () => setConfirming(false),
  });
  return (
    <>
      <Button icon={RefreshCw} onClick={() => setConfirming(true)}>
        {text.change}
      </Button>
      <ConfirmModal
        open={isConfirming}
        onClose={() => !busy && setConfirming(false)}
        title={text.changeTitle}
        text={text.changeText}
        action={text.changeAction}
        danger={false}
        busy={busy}
        onConfirm={() => run()}
      />
    </>
  );
}

const COLUMNS = [text.kid, text.use, text.since];

export function SigningKeys() {
  const keys = useQuery({ ...keysQuery, refetchInterval: HOSTS_POLL_MS });
  const list = keys.data?.data;
  return (
    <div className={styles.keys}>
      <Section heading={text.keys} actions={<RotateKey />}>
        <p className={styles.small}>{text.keysAbout}</p>
        {keys.isPending && (
          <LoadingRegion text={text.keysLoading}>
            <Skeleton height={54} />
          </LoadingRegion>
        )}
        <QueryError query={keys} />
        {list?.length === 0 && <p>{text.noKeys}</p>}
        {list && list.length > 0 && (
          <CardTable label={text.keys} columns={COLUMNS}>
            {list.map((signing) => (
              <tr key={signing.kid} className={cardRow(styles.row, styles.keyRow)}>
                <td className={styles.kid}>
                  <code>{signing.kid}</code>
                </td>
                <td>
                  {signing.valid_until ? text.validUntil(formatDateTime(signing.valid_until)) : text.signs}
                </td>
                <td className={styles.since}>
                  {Date.parse(signing.created_at) > 0 ? (
                    <RelativeTime value={signing.created_at} />
                  ) : (
                    text.always
                  )}
                </td>
              </tr>
            ))}
          </CardTable>
        )}
      </Section>
    </div>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { rotateSigningKeyRoute, type SigningKey, signingKeysRoute } from "#domain/hosts/api.ts";
import { tellActionFailed } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { exactDate } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { hostsText as text } from "#web/text/hosts.ts";
import { Button } from "#web/ui/button.tsx";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { Time } from "#web/ui/facts.tsx";
import { Confirm } from "#web/ui/modal.tsx";
import { Section } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./hosts.module.css";
import { LOOK_MS } from "./look.ts";

const keysQuery = queryFor(signingKeysRoute, {});

function ChangeKey() {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: () => call(rotateSigningKeyRoute, {}),
    onSuccess: (answer) => {
      client.setQueryData(keysQuery.queryKey, answer);
      toast(text.changed, { tone: "good" });
    },
    onError: tellActionFailed,
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button icon={RefreshCw} onClick={() => setAsking(true)}>
        {text.change}
      </Button>
      <Confirm
        open={asking}
        onClose={() => !change.isPending && setAsking(false)}
        title={text.changeTitle}
        text={text.changeText}
        action={text.changeAct}
        danger={false}
        busy={change.isPending}
        onConfirm={() => change.mutate()}
      />
    </>
  );
}

const COLUMNS = [text.kid, text.use, text.since];

function KeyRow({ signing }: { signing: SigningKey }) {
  return (
    <tr className={cardRow(styles.row, styles.keyRow)}>
      <td className={styles.kid}>
        <code>{signing.kid}</code>
      </td>
      <td>{signing.valid_until ? text.validUntil(exactDate(signing.valid_until)) : text.signs}</td>
      <td className={styles.made}>
        {Date.parse(signing.created_at) > 0 ? <Time value={signing.created_at} /> : text.always}
      </td>
    </tr>
  );
}

function KeysSkeleton() {
  return (
    <Waiting text={text.keysLoading}>
      <Skeleton height={54} />
    </Waiting>
  );
}

/** What join tokens are signed with, and how it is changed. */
export function SigningKeys() {
  const keys = useQuery({ ...keysQuery, refetchInterval: LOOK_MS });
  const list = keys.data?.data;
  return (
    <div className={styles.keys}>
      <Section heading={text.keys} actions={<ChangeKey />}>
        <p className={styles.small}>{text.keysAbout}</p>
        {keys.isPending && <KeysSkeleton />}
        {keys.isError && !list && (
          <ErrorState error={keys.error} onRetry={() => keys.refetch()} busy={keys.isFetching} />
        )}
        {list?.length === 0 && <p>{text.noKeys}</p>}
        {list && list.length > 0 && (
          <CardTable label={text.keys} columns={COLUMNS}>
            {list.map((signing) => (
              <KeyRow key={signing.kid} signing={signing} />
            ))}
          </CardTable>
        )}
      </Section>
    </div>
  );
}

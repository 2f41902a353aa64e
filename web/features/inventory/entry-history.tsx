import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { type InventoryEntry, inventoryHistoryRoute } from "#domain/inventory/api.ts";
import { fillTemplate } from "#domain/inventory/transaction-text.ts";
import { canRetry } from "#web/lib/api.ts";
import { formatDateTime, formatRelativeTime } from "#web/lib/format.ts";
import { useNow } from "#web/lib/now.ts";
import { queryFor } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { SkeletonText } from "#web/ui/skeleton.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import styles from "./inventory.module.css";
import { inventoryText } from "./text.ts";

interface Line {
  id: number;
  text: string;
  created_at: string;
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const now = useNow();
  return (
    <ol className={styles.lines}>
      {lines.map(({ id, text, created_at }) => (
        <li key={id}>
          {text}
          <span className={styles.date}>
            <time dateTime={created_at}>{formatDateTime(created_at)}</time> (
            {formatRelativeTime(created_at, now)})
          </span>
        </li>
      ))}
    </ol>
  );
}

function CopyHistory({ entry, username }: { entry: InventoryEntry; username: string }) {
  const history = useQuery(queryFor(inventoryHistoryRoute, { params: { id: entry.id } }));
  if (history.isError) {
    return (
      <div className={styles.failed} role="alert">
        {inventoryText.historyFailed}
        {canRetry(history.error) && (
          <Button size="s" icon={RotateCw} busy={history.isFetching} onClick={() => history.refetch()}>
            {uiText.retry}
          </Button>
        )}
      </div>
    );
  }
  if (!history.data) {
    return (
      <div aria-busy>
        <SkeletonText lines={2} />
      </div>
    );
  }
  const { transactions } = history.data;
  if (transactions.length === 0) {
    const obtained = {
      id: entry.id,
      text: inventoryText.obtained(username),
      created_at: entry.created_at,
    };
    return <Lines lines={[obtained]} />;
  }
  return (
    <Lines
      lines={transactions.map(({ id, transaction_type, values, created_at }) => ({
        id,
        text: fillTemplate(transaction_type.description, values),
        created_at,
      }))}
    />
  );
}

/** An entry's history: the copy's transactions, or when it was favorited. */
export function EntryHistory({ entry, username }: { entry: InventoryEntry; username: string }) {
  if (entry.item) return <CopyHistory entry={entry} username={username} key={entry.id} />;
  const favorited = {
    id: entry.id,
    text: inventoryText.favorited(username),
    created_at: entry.created_at,
  };
  return <Lines lines={[favorited]} />;
}

import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import type { Invoice } from "#domain/gold/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { Section } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./invoices.module.css";
import { invoicesQueryOptions } from "./queries.ts";
import { billingText } from "./text/billing.ts";

const text = billingText.invoices;
const COLUMNS = [text.number, text.items, text.total, text.date, text.link];
const SKELETON_CELLS = [
  { width: 130, className: styles.number },
  { width: 190, className: styles.items },
  { width: 60, className: styles.total },
  { width: 150, className: styles.date },
  { width: 84, className: styles.link },
];
const ROWS = [1, 2];

function Row({ number, lines, total, date, url }: Invoice) {
  return (
    <tr className={cardRow(styles.row)}>
      <td className={styles.number}>{number}</td>
      <td className={styles.items}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal
          <span key={index}>{line}</span>
        ))}
      </td>
      <td className={styles.total}>{total}</td>
      <td className={styles.date}>
        <time dateTime={date}>{formatDateTime(date)}</time>
      </td>
      <td className={styles.link}>
        {url && (
          <LinkButton
            size="s"
            icon={ExternalLink}
            to={url}
            target="_blank"
            rel="noopener"
            aria-label={text.viewOf(number)}
          >
            {text.view}
          </LinkButton>
        )}
      </td>
    </tr>
  );
}

function InvoiceTable() {
  const { data: response, error, isFetching, refetch } = useQuery(invoicesQueryOptions);
  const data = response?.data;
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />;
  if (data?.length === 0)
    return (
      <EmptyState
        title={text.none}
        text={text.noneHint}
        art={<PosedBopi pose="sit" />}
        noAction="Invoices come with payments; the subscription is above"
      />
    );
  return (
    <>
      {!data && (
        <p className="sr-only" role="status">
          {text.loading}
        </p>
      )}
      <CardTable label={text.title} columns={COLUMNS} busy={!data}>
        {data
          ? data.map((invoice) => <Row key={invoice.number} {...invoice} />)
          : ROWS.map((row) => (
              <tr key={row} className={cardRow(styles.row)}>
                {SKELETON_CELLS.map(({ width, className }) => (
                  <td key={width} className={className}>
                    <Skeleton width={width} height={22} />
                  </td>
                ))}
              </tr>
            ))}
      </CardTable>
    </>
  );
}

/** The user's invoices, newest first. */
export function Invoices() {
  return (
    <Section heading={text.title}>
      <InvoiceTable />
    </Section>
  );
}

import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import {
  SOURCE_FILTERS,
  TRANSACTION_SORTS,
  TRANSACTION_TYPE_IDS,
  TRANSACTION_TYPES,
} from "#domain/transactions/types.ts";
import type { LedgerView } from "#domain/transactions/view.ts";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { Select } from "#web/ui/select.tsx";
import { transactionsText as text } from "./text/transactions.ts";
import styles from "./transactions.module.css";

const TYPES = [
  { value: "0", label: text.anyType },
  ...TRANSACTION_TYPE_IDS.map((id) => ({ value: String(id), label: TRANSACTION_TYPES[id] })),
];
const SOURCES = SOURCE_FILTERS.map((value) => ({ value, label: text.sources[value] }));
const SORTS = TRANSACTION_SORTS.map((value) => ({ value, label: text.sorts[value] }));
const ORDERS = (["desc", "asc"] as const).map((value) => ({ value, label: text.orders[value] }));
const DIRECTIONS = [
  { value: "in", label: text.directions.in, icon: ArrowDownLeft },
  { value: "out", label: text.directions.out, icon: ArrowUpRight },
] as const;

interface FiltersProps {
  view: LedgerView;
  choose: (choice: Partial<LedgerView>) => void;
}

/** The filters and order of the history. Changes apply immediately. */
export function TransactionFilters({ view, choose }: FiltersProps) {
  const typeNamed = (value: string) => TRANSACTION_TYPE_IDS.find((id) => String(id) === value) ?? 0;
  return (
    <search aria-label={text.filters} className={styles.filters}>
      <div className={styles.direction}>
        <SegmentedControl
          label={text.direction}
          options={DIRECTIONS}
          value={view.incoming ? "in" : "out"}
          onChange={(value) => choose({ incoming: value === "in" })}
        />
      </div>
      <Select
        label={text.type}
        options={TYPES}
        value={String(view.transaction_type)}
        onChange={(value) => choose({ transaction_type: typeNamed(value) })}
      />
      <Select
        label={text.source}
        options={SOURCES}
        value={view.source_type}
        onChange={(source_type) => choose({ source_type })}
      />
      <Select
        label={text.sort}
        options={SORTS}
        value={view.sort_by}
        onChange={(sort_by) => choose({ sort_by })}
      />
      <Select
        label={text.order}
        options={ORDERS}
        value={view.order}
        onChange={(order) => choose({ order })}
      />
    </search>
  );
}

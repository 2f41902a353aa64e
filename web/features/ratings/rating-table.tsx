import type { ReactNode } from "react";
import type { Rating } from "#domain/ratings/api.ts";
import { useUser } from "#web/lib/user.ts";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { RatingTableRow } from "./rating-table-row.tsx";
import styles from "./ratings.module.css";
import { ratingsText } from "./text.ts";

function Frame({ children, ...table }: { busy?: boolean; stale?: boolean; children: ReactNode }) {
  const isAdmin = useUser()?.role === "admin";
  const { username, level, rating, difficulty, clearTime, date, actions } = ratingsText;
  const columns = [username, level, rating, difficulty, clearTime, date, ...(isAdmin ? [actions] : [])];
  return (
    <CardTable {...table} label={ratingsText.title} columns={columns}>
      {children}
    </CardTable>
  );
}

interface RatingTableProps {
  ratings: readonly Rating[];
  /** These are old results while new ones load. */
  stale: boolean;
  onEdit: (rating: Rating) => void;
  onDelete: (rating: Rating) => void;
}

/** Ratings in rows. Users can edit their own; admins can delete any. */
export function RatingTable({ ratings, stale, onEdit, onDelete }: RatingTableProps) {
  const user = useUser();
  return (
    <Frame stale={stale}>
      {ratings.map((rating) => (
        <RatingTableRow
          key={rating.id}
          rating={rating}
          onEdit={rating.user.id === user?.id ? () => onEdit(rating) : undefined}
          onDelete={user?.role === "admin" ? () => onDelete(rating) : undefined}
        />
      ))}
    </Frame>
  );
}

const ROWS = Array.from({ length: 10 }, (_, i) => i);
const SKELETON_CELLS = [
  { width: 150, className: styles.user },
  { width: 190, className: styles.level },
  { width: 120 },
  { width: 120 },
  { width: 60, className: styles.time },
  { width: 90, className: styles.date },
];

/** The placeholder of the rating table. */
export function RatingTableSkeleton() {
  const isAdmin = useUser()?.role === "admin";
  const cells = isAdmin ? [...SKELETON_CELLS, { width: 28, className: styles.actions }] : SKELETON_CELLS;
  return (
    <>
      <p className="sr-only" role="status">
        {ratingsText.loading}
      </p>
      <Frame busy>
        {ROWS.map((row) => (
          <tr key={row} className={cardRow(styles.row)}>
            {cells.map(({ width, className }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <td key={column} className={className}>
                <Skeleton width={width} height={28} />
              </td>
            ))}
          </tr>
        ))}
      </Frame>
    </>
  );
}

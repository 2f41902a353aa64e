import { useQuery } from "@tanstack/react-query";
import { RotateCcw, RotateCw, Trash2 } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { deleteRatingRoute, type Rating, ratingSearchRoute } from "#domain/ratings/api.ts";
import { type RatingView, readRatingView, writeRatingView } from "#domain/ratings/view.ts";
import { Person } from "#web/components/person.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call, canRetry } from "#web/lib/api.ts";
import { EVERYTHING } from "#web/lib/cache.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StarRating } from "#web/ui/stars.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { RatingFilters } from "../rating-filters.tsx";
import RatingModal from "../rating-modal.tsx";
import styles from "../ratings.module.css";
import { ratingsText } from "../text.ts";

function Stars({ value }: { value: number }) {
  return (
    <span className={styles.stars}>
      <StarRating value={value} size={18} />
      <span aria-hidden>{value / 2}</span>
    </span>
  );
}

interface RatingTableRowProps {
  rating: Rating;
  /** Set for the user's own rating: pressing the row edits it. */
  onEdit?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
}

/** A rating. On phones it is a card, where each value carries its column's name. */
function RatingTableRow({ rating, onEdit, onDelete }: RatingTableRowProps) {
  const { user, level, clear } = rating;
  const onClick = (event: MouseEvent) => {
    if (!(event.target as Element).closest("a, button")) onEdit?.();
  };
  return (
    <tr className={cardRow(styles.row, onEdit && styles.own)} onClick={onEdit && onClick}>
      <td className={styles.user}>
        <Person person={user} />
        {onEdit && (
          <button type="button" className={styles.edit} onClick={onEdit}>
            {ratingsText.edit}
            <span className="sr-only">{ratingsText.editOf(level.title)}</span>
          </button>
        )}
      </td>
      <td className={styles.level} data-label={ratingsText.level}>
        <TextLink standalone plain to={level.url}>
          <bdi>{level.title}</bdi>
        </TextLink>
      </td>
      <td data-label={ratingsText.rating}>
        <Stars value={rating.rating} />
      </td>
      <td data-label={ratingsText.difficulty}>
        <Stars value={rating.difficulty} />
      </td>
      <td className={styles.time} data-label={ratingsText.clearTime}>
        {clear ? (
          clear.time_formatted
        ) : (
          <Tooltip text={ratingsText.noClearHint} focusable>
            <span className={styles.noClear}>{ratingsText.noClear}</span>
          </Tooltip>
        )}
      </td>
      <td className={styles.date} data-label={ratingsText.date}>
        <RelativeTime value={rating.created_at} />
      </td>
      {onDelete && (
        <td className={styles.actions}>
          <IconButton
            icon={Trash2}
            label={ratingsText.deleteLong(user.username, level.title)}
            onClick={onDelete}
          />
        </td>
      )}
    </tr>
  );
}

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
  stale: boolean;
  onEdit: (rating: Rating) => void;
  onDelete: (rating: Rating) => void;
}

/** Ratings in rows. Users can edit their own; admins can delete any. */
function RatingTable({ ratings, stale, onEdit, onDelete }: RatingTableProps) {
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

function RatingTableSkeleton() {
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

interface DeleteRatingProps {
  rating: Rating;
  onClose: () => void;
  /** Receives the server's error message. */
  onFail: (message: string) => void;
}

/** Confirms and deletes any user's rating (admins). */
function DeleteRating({ rating, onClose, onFail }: DeleteRatingProps) {
  const { busy, run } = useAction(() => call(deleteRatingRoute, { params: { ratingId: rating.id } }), {
    toast: messageOf,
    errors: (error) => onFail(error.message),
    onEnd: onClose,
    changes: EVERYTHING,
  });
  return (
    <ConfirmModal
      open
      onClose={() => !busy && onClose()}
      title={ratingsText.deleteTitle(rating.user.username, rating.level.title)}
      text={ratingsText.deleteText}
      action={ratingsText.delete}
      busy={busy}
      onConfirm={() => run()}
    />
  );
}

const urlFor = (view: RatingView) => `?${writeRatingView(view)}`;

function NoRatings({ view, total }: { view: RatingView; total: number }) {
  const isPast = total > 0;
  const to = isPast ? urlFor({ ...view, page: 1 }) : "?";
  return (
    <EmptyState
      title={ratingsText.none}
      text={isPast ? ratingsText.nonePage : ratingsText.noneText}
      art={<PosedBopi pose="shrug" />}
    >
      <LinkButton variant="primary" icon={RotateCcw} to={to}>
        {isPast ? ratingsText.firstPage : ratingsText.clear}
      </LinkButton>
    </EmptyState>
  );
}

/** Everyone's ratings, searchable. The state is in the URL. */
export default function RatingsPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const view = readRatingView(query);
  const list = useQuery(listQueryFor(ratingSearchRoute, { input: view }));
  const [editing, setEditing] = useState<Rating | null>(null);
  const [deleting, setDeleting] = useState<Rating | null>(null);
  const [deleteError, setDeleteError] = useState<string | null>(null);
  /** When the dismissed error occurred; a later one shows again. */
  const [dismissed, setDismissed] = useState(0);
  const failure = list.errorUpdatedAt > dismissed ? list.error?.message : undefined;

  const search = (next: RatingView) => {
    const url = urlFor(next);
    if (url === urlFor(view)) void list.refetch();
    else void navigate(url);
  };
  const retry = (
    <Button size="s" icon={RotateCw} busy={list.isFetching} onClick={() => list.refetch()}>
      {uiText.retry}
    </Button>
  );
  const ratings = list.data?.data;
  const meta = list.data?.meta;

  return (
    <Page title={ratingsText.title}>
      <RatingFilters view={view} busy={list.isPending} onSearch={search} />
      {failure && (
        <Banner action={canRetry(list.error) && retry} onDismiss={() => setDismissed(list.errorUpdatedAt)}>
          {failure}
        </Banner>
      )}
      {deleteError && <Banner onDismiss={() => setDeleteError(null)}>{deleteError}</Banner>}
      {!list.isError && (
        <p className={styles.total} role="status">
          {meta && ratingsText.total(meta.total)}
        </p>
      )}
      {list.isPending && <RatingTableSkeleton />}
      {ratings && ratings.length > 0 && (
        <RatingTable
          ratings={ratings}
          stale={list.isPlaceholderData}
          onEdit={setEditing}
          onDelete={setDeleting}
        />
      )}
      {meta && ratings?.length === 0 && <NoRatings view={view} total={meta.total} />}
      {meta && (
        <Pagination page={view.page} lastPage={meta.last_page} hrefOf={(page) => urlFor({ ...view, page })} />
      )}
      {editing && (
        <RatingModal
          levelId={editing.level.id}
          title={editing.level.title}
          own={editing}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting && (
        <DeleteRating rating={deleting} onClose={() => setDeleting(null)} onFail={setDeleteError} />
      )}
    </Page>
  );
}

import { useQuery } from "@tanstack/react-query";
import { RotateCcw, RotateCw, Search, Trash2 } from "lucide-react";
import { type FormEvent, type MouseEvent, type ReactNode, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { deleteRatingRoute, type Rating, ratingSearchRoute } from "#domain/ratings/api.ts";
import {
  RATING_SORTS,
  type RatingView,
  readRatingView,
  SORT_DIRECTIONS,
  writeRatingView,
} from "#domain/ratings/view.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Person } from "#web/components/person.tsx";
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
import { Select } from "#web/ui/select.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import { StarRating } from "#web/ui/stars.tsx";
import { controlsText } from "#web/ui/text/controls.ts";

import { uiText } from "#web/ui/text/ui.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { clampStars, filterValuesOf, levelIdProblem, ratingViewOf } from "../filter-values.ts";
import RatingModal from "../rating-modal.tsx";
import styles from "../ratings.module.css";
import { ratingsText } from "../text.ts";

const SORTS = RATING_SORTS.map((value) => ({ value, label: ratingsText.sorts[value] }));
const ORDERS = SORT_DIRECTIONS.map((value) => ({ value, label: ratingsText.orders[value] }));
const STARS = ["rating", "difficulty"] as const;

interface RatingFiltersProps {
  view: RatingView;
  busy: boolean;
  onSearch: (view: RatingView) => void;
}

/** The filters of the ratings. They apply when Search is pressed. */
function RatingFilters({ view, busy, onSearch }: RatingFiltersProps) {
  const [filters, setFilters] = useState(() => filterValuesOf(view));
  // Navigation (Back, links, shared URLs) resets the fields.
  const url = writeRatingView({ ...view, page: 1 }).toString();
  const [lastUrl, setLastUrl] = useState(url);
  if (lastUrl !== url) {
    setLastUrl(url);
    setFilters(filterValuesOf(view));
  }
  const set = (change: Partial<typeof filters>) => setFilters({ ...filters, ...change });
  /** The fields match the current search. With other values, Search is available again. */
  const isCurrentSearch = writeRatingView(ratingViewOf(filters)).toString() === url;
  const problem = levelIdProblem(filters.level_id);
  const isFiltered = Boolean(view.username || view.level_id || view.rating || view.difficulty);

  return (
    <search aria-label={ratingsText.filters}>
      <form
        className={styles.filters}
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          if (problem) return event.currentTarget.querySelector<HTMLInputElement>("[name=level_id]")?.focus();
          set({ rating: clampStars(filters.rating), difficulty: clampStars(filters.difficulty) });
          onSearch(ratingViewOf(filters));
        }}
      >
        <TextField
          label={ratingsText.username}
          name="username"
          value={filters.username}
          maxLength={100}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set({ username: event.target.value })}
        />
        <TextField
          label={ratingsText.levelId}
          name="level_id"
          inputMode="numeric"
          autoComplete="off"
          value={filters.level_id}
          errors={problem ? [problem] : undefined}
          onChange={(event) => set({ level_id: event.target.value })}
        />
        {STARS.map((name) => (
          <TextField
            key={name}
            label={ratingsText[name]}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            placeholder={ratingsText.scaleHint}
            value={filters[name]}
            onChange={(event) => set({ [name]: event.target.value })}
            onBlur={(event) => set({ [name]: clampStars(event.target.value) })}
          />
        ))}
        <Select
          label={ratingsText.sort}
          name="sort"
          options={SORTS}
          value={filters.sort}
          onChange={(sort) => set({ sort })}
        />
        <Select
          label={ratingsText.order}
          name="order"
          options={ORDERS}
          value={filters.order}
          onChange={(order) => set({ order })}
        />
        <div className={styles.filterActions}>
          {isFiltered && (
            <Button
              variant="quiet"
              icon={RotateCcw}
              onClick={() =>
                onSearch({ ...view, username: "", level_id: 0, rating: 0, difficulty: 0, page: 1 })
              }
            >
              {ratingsText.clear}
            </Button>
          )}
          <Button type="submit" variant="primary" icon={Search} busy={busy && isCurrentSearch}>
            {ratingsText.search}
          </Button>
        </div>
      </form>
    </search>
  );
}

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
        <Repeat times={10}>
          <tr className={cardRow(styles.row)}>
            {cells.map(({ width, className }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <td key={column} className={className}>
                <Skeleton width={width} height={28} />
              </td>
            ))}
          </tr>
        </Repeat>
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
      pose="shrug"
    >
      <LinkButton variant="primary" icon={RotateCcw} to={to}>
        {isPast ? controlsText.firstPage : ratingsText.clear}
      </LinkButton>
    </EmptyState>
  );
}

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
  const { data: ratings, meta } = list.data ?? {};

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
      <Pagination page={view.page} meta={meta} hrefOf={(page) => urlFor({ ...view, page })} />
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

import { useQuery } from "@tanstack/react-query";
import { RotateCcw, RotateCw } from "lucide-react";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { deleteRatingRoute, type Rating, ratingSearchRoute } from "#domain/ratings/api.ts";
import { type RatingView, readRatingView, writeRatingView } from "#domain/ratings/view.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call, canRetry } from "#web/lib/api.ts";
import { EVERYTHING } from "#web/lib/cache.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { RatingFilters } from "../rating-filters.tsx";
import RatingModal from "../rating-modal.tsx";
import { RatingTable, RatingTableSkeleton } from "../rating-table.tsx";
import styles from "../ratings.module.css";
import { ratingsText } from "../text.ts";

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

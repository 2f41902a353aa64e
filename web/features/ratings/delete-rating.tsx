import { deleteRatingRoute, type Rating } from "#domain/ratings/api.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { EVERYTHING } from "#web/lib/cache.ts";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { ratingsText } from "./text.ts";

interface DeleteRatingProps {
  rating: Rating;
  onClose: () => void;
  /** Receives the server's error message. */
  onFail: (message: string) => void;
}

/** Confirms and deletes any user's rating (admins). */
export function DeleteRating({ rating, onClose, onFail }: DeleteRatingProps) {
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

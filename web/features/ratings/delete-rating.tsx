import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteRatingRoute, type Rating } from "#domain/ratings/api.ts";
import { call } from "#web/lib/api.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
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
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => call(deleteRatingRoute, { params: { ratingId: rating.id } }),
    onSuccess: toastThen(),
    onError: (error) => onFail(error.message),
    onSettled: () => {
      onClose();
      return client.invalidateQueries();
    },
  });
  return (
    <ConfirmModal
      open
      onClose={() => !deletion.isPending && onClose()}
      title={ratingsText.deleteTitle(rating.user.username, rating.level.title)}
      text={ratingsText.deleteText}
      action={ratingsText.delete}
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
    />
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteRatingRoute, recordRatingRoute } from "#domain/ratings/api.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast-store.ts";
import { ratingText } from "./text.ts";

export interface OwnRating {
  id: number;
  rating: number;
  difficulty: number;
}

type Stars = Pick<OwnRating, "rating" | "difficulty">;

const record = (levelId: number, stars: Stars) =>
  call(recordRatingRoute, { params: { levelId }, input: stars });

/** Saves or deletes the user's rating of a level, then invalidates every query on the page. */
export function useOwnRating(levelId: number, own: OwnRating | null, onDone: () => void) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries();

  const undo = useMutation({
    mutationFn: (stars: Stars) => record(levelId, stars),
    onSuccess: () => {
      toast(ratingText.undone, { tone: "good" });
      refresh();
    },
    onError: (error) => toast(error.message, { tone: "bad" }),
  });
  const save = useMutation({
    mutationFn: (stars: Stars) => record(levelId, stars),
    onSuccess: () => {
      toast(ratingText.saved, { tone: "good" });
      refresh();
      onDone();
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: OwnRating) => call(deleteRatingRoute, { params: { ratingId: id } }),
    onSuccess: (_, { rating, difficulty }) => {
      const onSelect = () => undo.mutate({ rating, difficulty });
      toast(ratingText.deleted, { action: { label: ratingText.undo, onSelect } });
      refresh();
      onDone();
    },
  });

  return {
    save: (stars: Stars) => {
      remove.reset();
      save.mutate(stars);
    },
    remove: () => {
      save.reset();
      if (own) remove.mutate(own);
    },
    saving: save.isPending,
    removing: remove.isPending,
    error: save.error ?? remove.error,
    dismissError: () => {
      save.reset();
      remove.reset();
    },
  };
}

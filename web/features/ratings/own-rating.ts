import { deleteRatingRoute, recordRatingRoute } from "#domain/ratings/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { EVERYTHING } from "#web/lib/cache.ts";
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

/** Saves or deletes the user's rating of a level, which changes everything that the page shows. */
export function useOwnRating(levelId: number, own: OwnRating | null, onDone: () => void) {
  const undo = useAction((stars: Stars) => record(levelId, stars), {
    toast: () => ratingText.undone,
    errors: "toast",
    changes: EVERYTHING,
  });
  const save = useAction((stars: Stars) => record(levelId, stars), {
    toast: () => ratingText.saved,
    onDone,
    errors: "inline",
    changes: EVERYTHING,
  });
  const remove = useAction(({ id }: OwnRating) => call(deleteRatingRoute, { params: { ratingId: id } }), {
    onDone: (_, { rating, difficulty }) => {
      const onSelect = () => void undo.run({ rating, difficulty });
      toast(ratingText.deleted, { action: { label: ratingText.undo, onSelect } });
      onDone();
    },
    errors: "inline",
    changes: EVERYTHING,
  });

  return {
    save: (stars: Stars) => {
      remove.dismiss();
      void save.run(stars);
    },
    remove: () => {
      save.dismiss();
      if (own) void remove.run(own);
    },
    saving: save.busy,
    removing: remove.busy,
    failure: save.failure ?? remove.failure,
    dismiss: () => {
      save.dismiss();
      remove.dismiss();
    },
  };
}

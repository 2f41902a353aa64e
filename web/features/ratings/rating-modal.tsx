import { Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { deleteRatingRoute, recordRatingRoute } from "#domain/ratings/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { EVERYTHING } from "#web/lib/cache.ts";
import { submitOnEnter } from "#web/lib/is-composing.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { StarInput } from "#web/ui/star-input.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./rating-modal.module.css";
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
function useOwnRating(levelId: number, own: OwnRating | null, onDone: () => void) {
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

interface RatingFieldsProps {
  id: string;
  choice: Stars;
  busy: boolean;
  onChange: (choice: Stars) => void;
  onSubmit: () => void;
}

function RatingFields({ id, choice, busy, onChange, onSubmit }: RatingFieldsProps) {
  const form = useRef<HTMLFormElement>(null);
  // The stars are not form fields, so the modal would focus its close button.
  useEffect(() => form.current?.querySelector<HTMLElement>("[role=slider]")?.focus(), []);
  return (
    <form
      ref={form}
      id={id}
      className={styles.fields}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if ((event.target as Element).matches("[role=slider]")) submitOnEnter(event, onSubmit);
      }}
    >
      <StarInput
        label={ratingText.ratingInput}
        value={choice.rating}
        disabled={busy}
        onChange={(rating) => onChange({ ...choice, rating })}
      />
      <StarInput
        label={ratingText.difficultyInput}
        value={choice.difficulty}
        disabled={busy}
        onChange={(difficulty) => onChange({ ...choice, difficulty })}
      />
    </form>
  );
}

export interface RatingModalProps {
  levelId: number;
  title?: string;
  own: OwnRating | null;
  onClose: () => void;
  onChanged?: (() => void) | undefined;
}

/** The modal to rate a level or delete the rating. It can't be closed while a request runs. */
export default function RatingModal({ levelId, title, own, onClose, onChanged }: RatingModalProps) {
  const id = useId();
  const [choice, setChoice] = useState<Stars>(own ?? { rating: 0, difficulty: 0 });
  const [incomplete, setIncomplete] = useState(false);
  const actions = useOwnRating(levelId, own, () => {
    onChanged?.();
    onClose();
  });
  const busy = actions.saving || actions.removing;
  const problem = incomplete ? ratingText.both : actions.failure;
  const submit = () => {
    if (busy) return;
    const missing = choice.rating === 0 || choice.difficulty === 0;
    setIncomplete(missing);
    if (missing) actions.dismiss();
    else actions.save({ rating: choice.rating, difficulty: choice.difficulty });
  };
  const dismiss = () => {
    setIncomplete(false);
    actions.dismiss();
  };

  return (
    <Modal
      open
      onClose={() => !busy && onClose()}
      title={title ? ratingText.modalOf(title) : ratingText.modal}
      footer={
        <>
          {own && (
            <Button
              variant="danger"
              icon={Trash2}
              busy={actions.removing}
              disabled={actions.saving}
              onClick={actions.remove}
            >
              {ratingText.delete}
            </Button>
          )}
          <Button type="submit" form={id} variant="primary" busy={actions.saving} disabled={actions.removing}>
            {ratingText.save}
          </Button>
        </>
      }
    >
      {problem && <Banner onDismiss={dismiss}>{problem}</Banner>}
      <RatingFields id={id} choice={choice} busy={busy} onChange={setChoice} onSubmit={submit} />
    </Modal>
  );
}

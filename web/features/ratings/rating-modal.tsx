import { Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { submitOnEnter } from "#web/lib/is-composing.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { StarInput } from "#web/ui/star-input.tsx";
import { type OwnRating, useOwnRating } from "./own-rating.ts";
import styles from "./rating-modal.module.css";
import { ratingText } from "./text.ts";

interface Choice {
  rating: number;
  difficulty: number;
}

function RatingFields({
  id,
  choice,
  busy,
  onChange,
  onSubmit,
}: {
  id: string;
  choice: Choice;
  busy: boolean;
  onChange: (choice: Choice) => void;
  onSubmit: () => void;
}) {
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
  const [choice, setChoice] = useState<Choice>(own ?? { rating: 0, difficulty: 0 });
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

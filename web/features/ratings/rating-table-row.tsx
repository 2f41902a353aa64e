import { Trash2 } from "lucide-react";
import type { MouseEvent } from "react";
import type { Rating } from "#domain/ratings/api.ts";
import { Person } from "#web/components/person.tsx";
import { cardRow } from "#web/ui/card-table.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { StarRating } from "#web/ui/stars.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./ratings.module.css";
import { ratingsText } from "./text.ts";

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
export function RatingTableRow({ rating, onEdit, onDelete }: RatingTableRowProps) {
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

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { RatingGroups } from "#domain/ratings/rating-groups.ts";
import { formatCompact } from "#web/lib/format.ts";
import { ratingText } from "#web/text/ratings.ts";
import { Popover } from "#web/ui/popover.tsx";
import { StarRow } from "#web/ui/stars.tsx";
import type { OwnRating } from "./own-rating.ts";
import { RatingModal } from "./rating-modal.tsx";
import { RatingPanel } from "./rating-panel.tsx";
import styles from "./rating-widget.module.css";
import { starNumber } from "./star-number.ts";

export interface RatingWidgetProps {
  levelId: number;
  /** Averages from 0 to 10; 0 means not rated yet. */
  rating: number;
  difficulty: number;
  ratingsCount: number;
  ratingGroups: RatingGroups;
  canRate: boolean;
  ownRating: OwnRating | null;
  /** The user built the level. */
  isOwn: boolean;
  /** Called after the user's rating was saved or deleted. */
  onChanged?: () => void;
}

/** A level's stars. Pressing them opens the details and the button to rate. */
export function RatingWidget(props: RatingWidgetProps) {
  const { levelId, rating, ratingsCount, ownRating, onChanged } = props;
  const [isRating, setRating] = useState(false);
  return (
    <>
      <Popover
        label={ratingText.panel}
        align="start"
        trigger={(trigger) => (
          <button type="button" {...trigger} className={styles.trigger}>
            <StarRow value={rating} size={24} />
            {ratingsCount > 0 ? (
              <>
                <span className={styles.number}>
                  {starNumber(rating)}
                  <span className="sr-only">{ratingText.ofStars}</span>
                </span>
                <span className={styles.muted}>
                  ({formatCompact(ratingsCount)}
                  <span className="sr-only">{ratingText.countOf(ratingsCount)}</span>)
                </span>
              </>
            ) : (
              <span className={styles.muted}>{ratingText.unrated}</span>
            )}
            <ChevronDown className={styles.chevron} aria-hidden />
          </button>
        )}
      >
        {(close) => (
          <RatingPanel
            {...props}
            onRate={() => {
              close();
              setRating(true);
            }}
          />
        )}
      </Popover>
      {isRating && (
        <RatingModal
          levelId={levelId}
          own={ownRating}
          onClose={() => setRating(false)}
          onChanged={onChanged}
        />
      )}
    </>
  );
}

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { Level } from "#domain/levels/api.ts";
import { formatCompact } from "#web/lib/format.ts";
import { useUser } from "#web/lib/user.ts";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { StarRow } from "#web/ui/stars.tsx";
import styles from "../rating-widget.module.css";
import { starNumber } from "../star-number.ts";
import { ratingText } from "../text.ts";

const panel = lazyPart(() => import("../rating-panel.tsx"));
const modal = lazyPart(() => import("../rating-modal.tsx"));

export interface LevelRatingProps {
  level: Level;
  refresh: () => void;
}

/** A level's stars. Pressing them opens the details and the button to rate. `refresh` refetches the level. */
export default function LevelRating({ level, refresh }: LevelRatingProps) {
  const user = useUser();
  const [isRating, setRating] = useState(false);
  const { id: levelId, rating, ratings_count: ratingsCount, own_rating: ownRating } = level;
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
          <OnDemand
            part={panel}
            props={{
              levelId,
              rating,
              difficulty: level.difficulty,
              ratingsCount,
              ratingGroups: level.ratingGroups,
              canRate: level.canRate,
              ownRating,
              isOwn: level.user.id === user?.id,
              onClose: close,
              onRate: () => {
                close();
                setRating(true);
              },
            }}
          />
        )}
      </Popover>
      {isRating && (
        <OnDemand
          part={modal}
          props={{ levelId, own: ownRating, onClose: () => setRating(false), onChanged: refresh }}
        />
      )}
    </>
  );
}

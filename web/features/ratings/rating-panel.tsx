import { Lock, LogIn, Star } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { Link, useLocation } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import type { RatingGroups } from "#domain/ratings/rating-groups.ts";
import { formatCompact } from "#web/lib/format.ts";
import { useUser } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { StarRating } from "#web/ui/stars.tsx";
import type { OwnRating } from "./rating-modal.tsx";
import styles from "./rating-widget.module.css";
import { starNumber } from "./star-number.ts";
import { ratingText } from "./text.ts";

interface RatingBarsProps {
  levelId: number;
  kind: "rating" | "difficulty";
  /** Counts of the values 1 to 10. */
  counts: readonly number[];
}

/** The number of ratings per half star. Each bar links to its ratings. */
function RatingBars({ levelId, kind, counts }: RatingBarsProps) {
  const most = Math.max(1, ...counts);
  return (
    <ol className={styles.bars} aria-label={ratingText.chart[kind]}>
      {counts.map((count, index) => {
        const value = index + 1;
        const face = (
          <>
            <span className={styles.count} aria-hidden>
              {count > 0 && formatCompact(count)}
            </span>
            <span className={styles.track} aria-hidden>
              <span className={styles.bar} style={{ "--share": count / most } as CSSProperties} />
            </span>
            <span className={styles.step} aria-hidden>
              {value / 2}
            </span>
            <span className="sr-only">
              {count > 0 ? ratingText.viewBar(value, count) : ratingText.bar(value, count)}
            </span>
          </>
        );
        return (
          <li key={value}>
            {count > 0 ? (
              <Link className={styles.column} to={`/ratings?level_id=${levelId}&${kind}=${value}`}>
                {face}
              </Link>
            ) : (
              <span className={styles.column}>{face}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

export interface LevelRatings {
  /** Averages from 0 to 10; 0 means not rated yet. */
  rating: number;
  difficulty: number;
  ratingsCount: number;
  ratingGroups: RatingGroups;
  canRate: boolean;
  ownRating: OwnRating | null;
  isOwn: boolean;
}

const KINDS = ["rating", "difficulty"] as const;
type Kind = (typeof KINDS)[number];

function StarValue({ value }: { value: number }) {
  return (
    <span className={styles.value}>
      <StarRating value={value} size={18} />
      <span aria-hidden>{starNumber(value)}</span>
    </span>
  );
}

function Averages({ rating, difficulty, ownRating }: LevelRatings) {
  const average = { rating, difficulty };
  return (
    <table className={styles.averages}>
      <thead className={ownRating ? undefined : "sr-only"}>
        <tr>
          <td />
          <th scope="col">{ratingText.average}</th>
          {ownRating && <th scope="col">{ratingText.own}</th>}
        </tr>
      </thead>
      <tbody>
        {KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{ratingText[kind]}</th>
            <td>
              <StarValue value={average[kind]} />
            </td>
            {ownRating && <td className={styles.own}>{starNumber(ownRating[kind])}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The button to rate, or the reason why the user can't. */
function RateButton({ isOwn, canRate, ownRating, onRate }: LevelRatings & { onRate: () => void }) {
  const user = useUser();
  const { pathname } = useLocation();
  if (!user) {
    return (
      <LinkButton icon={LogIn} variant="primary" full to={signInUrl(pathname)}>
        {ratingText.signIn}
      </LinkButton>
    );
  }
  if (isOwn || (!canRate && !ownRating)) {
    return (
      <p className={styles.locked}>
        <Lock aria-hidden />
        {isOwn ? ratingText.isOwn : ratingText.locked}
      </p>
    );
  }
  return (
    <Button icon={Star} variant="primary" full onClick={onRate}>
      {ownRating ? ratingText.change : ratingText.rate}
    </Button>
  );
}

interface RatingPanelProps extends LevelRatings {
  levelId: number;
  onRate: () => void;
  onClose: () => void;
}

export default function RatingPanel(props: RatingPanelProps) {
  const [kind, setKind] = useState<Kind>("rating");
  const { levelId, ratingsCount, ratingGroups } = props;
  return (
    <div className={styles.panel}>
      {ratingsCount > 0 ? (
        <>
          <Averages {...props} />
          <SegmentedControl
            label={ratingText.shown}
            hideLabel
            options={KINDS.map((value) => ({ value, label: ratingText[value] }))}
            value={kind}
            onChange={setKind}
          />
          <RatingBars levelId={levelId} kind={kind} counts={ratingGroups[kind]} />
          <p className={styles.footer}>
            <span>{ratingText.ratings(ratingsCount)}</span>
            <TextLink className={styles.view} to={`/ratings?level_id=${levelId}`}>
              {ratingText.view}
            </TextLink>
          </p>
        </>
      ) : (
        <p className={styles.none}>
          <StarRating value={0} size={28} />
          {ratingText.unrated}
        </p>
      )}
      <RateButton {...props} />
    </div>
  );
}

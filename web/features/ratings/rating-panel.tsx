import { Lock, LogIn, Star } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { signInAddress } from "#domain/auth/members.ts";
import { useUser } from "#web/lib/user.ts";
import { ratingText } from "#web/text/ratings.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { StarRating } from "#web/ui/stars.tsx";
import { Segmented } from "#web/ui/toggle.tsx";
import { RatingBars } from "./rating-bars.tsx";
import styles from "./rating-widget.module.css";
import type { RatingWidgetProps } from "./rating-widget.tsx";
import { starNumber } from "./star-number.ts";

const KINDS = ["rating", "difficulty"] as const;
type Kind = (typeof KINDS)[number];

function Value({ value }: { value: number }) {
  return (
    <span className={styles.value}>
      <StarRating value={value} size={18} />
      <span aria-hidden>{starNumber(value)}</span>
    </span>
  );
}

/** What everybody gave and, where there is one, one's own rating beside it. */
function Averages({ rating, difficulty, ownRating }: RatingWidgetProps) {
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
              <Value value={average[kind]} />
            </td>
            {ownRating && <td className={styles.mine}>{starNumber(ownRating[kind])}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The button to rate, or why one can't. */
function RateAct({ isOwn, canRate, ownRating, onRate }: RatingWidgetProps & { onRate: () => void }) {
  const user = useUser();
  const { pathname } = useLocation();
  if (!user) {
    return (
      <LinkButton icon={LogIn} variant="primary" full to={signInAddress(pathname)}>
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

/** Inside the widget's popover: averages, one's own rating, the counts per value, and the way to rate. */
export function RatingPanel(props: RatingWidgetProps & { onRate: () => void }) {
  const [kind, setKind] = useState<Kind>("rating");
  const { levelId, ratingsCount, ratingGroups } = props;
  return (
    <div className={styles.panel}>
      {ratingsCount > 0 ? (
        <>
          <Averages {...props} />
          <Segmented
            label={ratingText.shown}
            hideLabel
            options={KINDS.map((value) => ({ value, label: ratingText[value] }))}
            value={kind}
            onChange={setKind}
          />
          <RatingBars levelId={levelId} kind={kind} counts={ratingGroups[kind]} />
          <p className={styles.foot}>
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
      <RateAct {...props} />
    </div>
  );
}

import { isStaff } from "#domain/auth/roles.ts";
import type { Item } from "#domain/items/api.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { ownReviewText as text } from "../text/own-review.ts";

type Review = NonNullable<Item["review"]>;

/** Why the item is in review. The similar item is only named if it is public. */
function ReviewCause({ review: { why, resembles } }: { review: Review }) {
  if (why === "history") return text.history;
  if (why !== "likeness") return null;
  const [first] = resembles;
  return (
    <>
      {text.looksLike}{" "}
      {first ? (
        <TextLink to={`/items/${first.id}`}>
          <bdi>{first.name}</bdi>
        </TextLink>
      ) : (
        text.another
      )}
      .
    </>
  );
}

export interface OwnReviewProps {
  item: Item;
  review: Review;
}

/** The review state of an item that isn't public: its place in the queue, or why it was declined. */
export default function OwnReview({ item, review }: OwnReviewProps) {
  const user = useUser();
  if (review.state === "shown") return null;
  const isWaiting = review.state === "pending";
  const canReview = isStaff(user) && user?.id !== item.user.id;
  return (
    <Banner
      tone="notice"
      action={
        canReview && (
          <LinkButton size="s" to={`/staff/items?state=${review.state}`}>
            {text.queue}
          </LinkButton>
        )
      }
    >
      {text.states[review.state]}{" "}
      {isWaiting ? (
        <>
          <ReviewCause review={review} /> {text.ahead(review.ahead)} {text.refund}
        </>
      ) : (
        review.reason && text.reason(review.reason)
      )}
    </Banner>
  );
}

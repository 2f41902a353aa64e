import { isStaff } from "#domain/auth/roles.ts";
import type { Item } from "#domain/items/api.ts";
import type { ItemState } from "#domain/items/reviews/rules.ts";
import { formatCount } from "#web/lib/format.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";

const ownReviewText = {
  states: {
    pending: "Only you and our staff can see this until it's reviewed.",
    rejected: "Our staff declined this. Only you and they can see it.",
    hidden: "Our staff hid this. Only you and they can see it.",
  } satisfies Record<Exclude<ItemState, "shown">, string>,
  looksLike: "It looks like",
  another: "something that another creator made",
  history: "Another item of yours was declined in the last 30 days, so our staff review new ones first.",
  ahead: (count: number) =>
    count === 0
      ? "It's next in line."
      : count >= 100
        ? "At least 100 items are ahead of it."
        : `${formatCount(count, "item")} ${count === 1 ? "is" : "are"} ahead of it.`,
  refund: "If it's declined, you get your coins back.",
  reason: (reason: string) => `Reason: ${reason}`,
  queue: "Open the queue",
} as const;

type Review = NonNullable<Item["review"]>;

/** Why the item is in review. The similar item is only named if it is public. */
function ReviewCause({ review: { why, resembles } }: { review: Review }) {
  if (why === "history") return ownReviewText.history;
  if (why !== "likeness") return null;
  const [first] = resembles;
  return (
    <>
      {ownReviewText.looksLike}{" "}
      {first ? (
        <TextLink to={`/items/${first.id}`}>
          <bdi>{first.name}</bdi>
        </TextLink>
      ) : (
        ownReviewText.another
      )}
      .
    </>
  );
}

export interface OwnReviewProps {
  item: Item;
  review: Review;
}

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
            {ownReviewText.queue}
          </LinkButton>
        )
      }
    >
      {ownReviewText.states[review.state]}{" "}
      {isWaiting ? (
        <>
          <ReviewCause review={review} /> {ownReviewText.ahead(review.ahead)} {ownReviewText.refund}
        </>
      ) : (
        review.reason && ownReviewText.reason(review.reason)
      )}
    </Banner>
  );
}

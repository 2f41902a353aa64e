import { Check, Eye, EyeOff, X, ZoomIn } from "lucide-react";
import { useState } from "react";
import type { ComparedItem, ItemReview } from "#domain/items/reviews/api.ts";
import { needsReason, type ReviewDecision } from "#domain/items/reviews/rules.ts";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { Person } from "#web/components/person.tsx";
import { QueueItemMeta, QueueItemNote } from "#web/components/queue-item.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { itemReviewText as text } from "../text/item-review.ts";
import styles from "./review.module.css";
import type { ReviewFormProps } from "./review-form.tsx";
import type { ZoomProps } from "./texture-zoom.tsx";
import { useReviewDecision } from "./use-review-decision.ts";

const reviewForm = lazyPart<ReviewFormProps>(() => import("./review-form.tsx"));
const textureZoom = lazyPart<ZoomProps>(() => import("./texture-zoom.tsx"));

const ICONS = { approve: Check, reject: X, hide: EyeOff, show: Eye } as const;

function ComparedSide({ item, title, onZoom }: { item: ComparedItem; title: string; onZoom: () => void }) {
  return (
    <section className={styles.side} aria-label={title}>
      <h3 className={styles.role}>{title}</h3>
      <button type="button" className={styles.pictures} aria-label={text.zoom(item.name)} onClick={onZoom}>
        <ItemPicture item={item} alt={text.picture(item.name)} width={192} height={192} loading="lazy" />
        {item.uuid && (
          <img
            className={styles.texture}
            src={`/assets/${item.uuid}.png`}
            alt={text.texture(item.name)}
            width={192}
            height={192}
            loading="lazy"
          />
        )}
        <span className={styles.zoom}>
          <ZoomIn aria-hidden /> {text.zoomShort}
        </span>
      </button>
      <TextLink standalone to={`/items/${item.id}`} className={styles.name}>
        <bdi>{item.name}</bdi>
      </TextLink>
      <QueueItemMeta>
        {text.by} <Person person={item.user} size={32} />
      </QueueItemMeta>
      <QueueItemNote>
        <RelativeTime value={item.created_at} />
      </QueueItemNote>
    </section>
  );
}

function ReviewActions({
  review,
  onForm,
}: {
  review: ItemReview;
  onForm: (decision: ReviewDecision) => void;
}) {
  const { item, decisions } = review;
  const decide = useReviewDecision(item);
  if (decisions.length === 0) return <QueueItemNote>{text.own}</QueueItemNote>;
  const submit = (decision: ReviewDecision) =>
    needsReason(decision) ? onForm(decision) : void decide.run(decision);
  return (
    <div className={styles.actions}>
      {decisions.map((decision) => (
        <Button
          key={decision}
          icon={ICONS[decision]}
          variant={decision === "approve" ? "primary" : decision === "reject" ? "danger" : undefined}
          busy={decide.busyWith === decision}
          aria-disabled={decide.busy}
          aria-label={text.actionOn(text.actions[decision], item.name)}
          onClick={() => submit(decision)}
        >
          {text.actions[decision]}
        </Button>
      ))}
    </div>
  );
}

export function ReviewItem({ review }: { review: ItemReview }) {
  const { item, resembles, others, why, reason, decided_by } = review;
  const [decision, setDecision] = useState<ReviewDecision | null>(null);
  const [zoomed, setZoomed] = useState(false);
  const onZoom = () => setZoomed(true);
  const cause = why === "likeness" ? text.why.likeness(resembles?.percent ?? 100) : text.why[why];
  return (
    <Card>
      <article className={styles.review}>
        <div className={styles.head}>
          <h2 className={styles.title} dir="auto">
            {item.name}
          </h2>
          <Badge {...(why === "likeness" && { tone: "accent" as const })}>{cause}</Badge>
          <Badge>{text.types[item.type.name] ?? item.type.name}</Badge>
        </div>
        <div className={styles.pair}>
          <ComparedSide item={item} title={text.upload} onZoom={onZoom} />
          {resembles ? (
            <ComparedSide item={resembles.item} title={text.original} onZoom={onZoom} />
          ) : (
            <p className={styles.noMatch}>{why === "likeness" ? text.originalAway : text.alone}</p>
          )}
        </div>
        {others.length > 0 && (
          <QueueItemNote>
            {text.others}{" "}
            {others.map(({ id, percent }, i) => (
              <span key={id}>
                {i > 0 && ", "}
                <TextLink standalone to={`/items/${id}`}>
                  {text.other(id, percent)}
                </TextLink>
              </span>
            ))}
          </QueueItemNote>
        )}
        {decided_by && (
          <QueueItemNote>
            {text.decided(decided_by)}
            {reason && (
              <>
                : <bdi>{text.quotedReason(reason)}</bdi>
              </>
            )}
          </QueueItemNote>
        )}
        <ReviewActions review={review} onForm={setDecision} />
      </article>
      {decision && (
        <OnDemand part={reviewForm} props={{ item, decision, onClose: () => setDecision(null) }} />
      )}
      {zoomed && (
        <OnDemand
          part={textureZoom}
          props={{ items: resembles ? [item, resembles.item] : [item], onClose: () => setZoomed(false) }}
        />
      )}
    </Card>
  );
}

export function ReviewSkeleton() {
  return (
    <Card>
      <div className={styles.review}>
        <Skeleton width={220} height={28} />
        <div className={styles.pair}>
          <Skeleton height={220} />
          <Skeleton height={220} />
        </div>
        <Skeleton width={240} height={48} />
      </div>
    </Card>
  );
}

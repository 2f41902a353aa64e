import { Check, Eye, EyeOff, X, ZoomIn } from "lucide-react";
import { useState } from "react";
import { needsReason, type ReviewDecision } from "#domain/items/review-rules.ts";
import type { ComparedItem, ItemReview } from "#domain/items/reviews-api.ts";
import { itemReviewText as text } from "#web/text/item-review.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";
import { Person } from "#web/ui/person.tsx";
import { QueueBy, QueueNote } from "#web/ui/queue-item.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./review.module.css";
import type { ReviewFormProps } from "./review-form.tsx";
import type { ZoomProps } from "./texture-zoom.tsx";
import { useDecide } from "./use-decide.ts";

const form = latePart<ReviewFormProps>(() => import("./review-form.tsx"));
const zoom = latePart<ZoomProps>(() => import("./texture-zoom.tsx"));

const ICONS = { approve: Check, reject: X, hide: EyeOff, show: Eye } as const;

/** One of the two that are compared: how it looks, what is painted, whose it is and since when. */
function Compared({ item, title, onZoom }: { item: ComparedItem; title: string; onZoom: () => void }) {
  return (
    <section className={styles.side} aria-label={title}>
      <h3 className={styles.role}>{title}</h3>
      <button type="button" className={styles.pictures} aria-label={text.zoom(item.name)} onClick={onZoom}>
        <img src={item.thumbnail_url} alt={text.picture(item.name)} width={192} height={192} loading="lazy" />
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
      <TextLink alone to={`/items/${item.id}`} className={styles.name}>
        {item.name}
      </TextLink>
      <QueueBy>
        {text.by} <Person person={item.user} size={32} />
      </QueueBy>
      <QueueNote>
        <Time value={item.created_at} />
      </QueueNote>
    </section>
  );
}

function Acts({ review, onForm }: { review: ItemReview; onForm: (decision: ReviewDecision) => void }) {
  const { item, decisions } = review;
  const decide = useDecide(item);
  if (decisions.length === 0) return <QueueNote>{text.own}</QueueNote>;
  const press = (decision: ReviewDecision) =>
    needsReason(decision) ? onForm(decision) : !decide.isPending && decide.mutate(decision);
  return (
    <div className={styles.acts}>
      {decisions.map((decision) => (
        <Button
          key={decision}
          icon={ICONS[decision]}
          variant={decision === "approve" ? "primary" : decision === "reject" ? "danger" : undefined}
          busy={decide.isPending && decide.variables === decision}
          aria-disabled={decide.isPending}
          aria-label={text.actOn(text.acts[decision], item.name)}
          onClick={() => press(decision)}
        >
          {text.acts[decision]}
        </Button>
      ))}
    </div>
  );
}

/** An item that staff look at, beside the one that it looks like, and what to do about it. */
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
          <h2 className={styles.title}>{item.name}</h2>
          <Badge {...(why === "likeness" && { tone: "accent" as const })}>{cause}</Badge>
          <Badge>{text.types[item.type.name] ?? item.type.name}</Badge>
        </div>
        <div className={styles.pair}>
          <Compared item={item} title={text.upload} onZoom={onZoom} />
          {resembles ? (
            <Compared item={resembles.item} title={text.original} onZoom={onZoom} />
          ) : (
            <p className={styles.alone}>{why === "likeness" ? text.originalAway : text.alone}</p>
          )}
        </div>
        {others.length > 0 && (
          <QueueNote>
            {text.others}{" "}
            {others.map(({ id, percent }, i) => (
              <span key={id}>
                {i > 0 && ", "}
                <TextLink alone to={`/items/${id}`}>
                  {text.other(id, percent)}
                </TextLink>
              </span>
            ))}
          </QueueNote>
        )}
        {decided_by && (
          <QueueNote>
            {text.decided(decided_by)}
            {reason && `: ${text.said(reason)}`}
          </QueueNote>
        )}
        <Acts review={review} onForm={setDecision} />
      </article>
      {decision && <OnDemand part={form} props={{ item, decision, onClose: () => setDecision(null) }} />}
      {zoomed && (
        <OnDemand
          part={zoom}
          props={{ items: resembles ? [item, resembles.item] : [item], onClose: () => setZoomed(false) }}
        />
      )}
    </Card>
  );
}

/** One to come. */
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

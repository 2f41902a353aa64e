import { Card } from "#web/ui/card.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import styles from "./billing.module.css";
import { billingText as text } from "./text/billing.ts";

const FACTS = [1, 2, 3];

/** The subscription card's placeholder. */
export function BillingSkeleton() {
  return (
    <Card className={styles.card} aria-busy>
      <p className="sr-only" role="status">
        {text.loading}
      </p>
      <Skeleton width={110} height={32} />
      <div className={styles.facts}>
        {FACTS.map((fact) => (
          <SkeletonText key={fact} lines={2} />
        ))}
      </div>
      <div className={styles.actions}>
        <Skeleton width={150} height={44} />
        <Skeleton width={170} height={44} />
      </div>
    </Card>
  );
}

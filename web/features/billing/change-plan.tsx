import { useState } from "react";
import { type Plan, type Subscription, swapRoute } from "#domain/billing/api.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { exactDate } from "#web/lib/format.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { billingText } from "#web/text/billing.ts";
import { Badge } from "#web/ui/card.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import styles from "./billing.module.css";
import { useBillingAnew } from "./billing-query.ts";
import { nextPlan } from "./subscription.ts";

const text = billingText.change;

export interface ChangePlanProps {
  subscription: Subscription;
  plans: readonly Plan[];
  onClose: () => void;
}

/** Chooses another plan, which bills after the current period. */
export function ChangePlan({ subscription, plans, onClose }: ChangePlanProps) {
  const anew = useBillingAnew();
  const next = nextPlan(subscription);
  const [chosen, choose] = useState(() => plans.find(({ id }) => id !== next)?.id ?? next);
  const { status, next_billing_date } = subscription;
  const canceled = status === "Canceled";
  const form = useForm(swapRoute, {
    read: () => ({ id: chosen }),
    send: async (input) => {
      const answer = await call(swapRoute, { input });
      await anew();
      return answer;
    },
    onDone: toastThen(onClose),
  });
  return (
    <FormModal
      form={form}
      title={text.title}
      text={text.when(next_billing_date && exactDate(next_billing_date))}
      submit={text.submit}
      onClose={onClose}
    >
      {canceled && <p className={styles.notice}>{text.reactivates}</p>}
      <fieldset className={styles.choices}>
        <legend className="sr-only">{text.plans}</legend>
        {plans.map(({ id, description_with_savings }) => (
          <label className={styles.choice} key={id}>
            <input type="radio" name="plan" checked={id === chosen} onChange={() => choose(id)} />
            <span>{description_with_savings}</span>
            {id === subscription.plan.id && <Badge>{text.current}</Badge>}
            {id === next && id !== subscription.plan.id && <Badge>{text.chosen}</Badge>}
          </label>
        ))}
      </fieldset>
    </FormModal>
  );
}

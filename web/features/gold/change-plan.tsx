import { useState } from "react";
import { type Plan, type Subscription, swapRoute } from "#domain/gold/api.ts";
import { messageOf } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/card.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import styles from "./billing.module.css";
import { useRefreshBilling } from "./queries.ts";
import { nextPlan } from "./rules.ts";
import { billingText } from "./text/billing.ts";

const text = billingText.change;

export interface ChangePlanProps {
  subscription: Subscription;
  plans: readonly Plan[];
  onClose: () => void;
}

/** Switches to another plan, starting after the current period. */
export function ChangePlan({ subscription, plans, onClose }: ChangePlanProps) {
  const refreshBilling = useRefreshBilling();
  const next = nextPlan(subscription);
  const [selected, setSelected] = useState(() => plans.find(({ id }) => id !== next)?.id ?? next);
  const { status, next_billing_date } = subscription;
  const canceled = status === "Canceled";
  const form = useForm(swapRoute, {
    read: () => ({ id: selected }),
    send: (input) => call(swapRoute, { input }).then(refreshBilling),
    toast: messageOf,
    onDone: onClose,
  });
  return (
    <FormModal
      form={form}
      title={text.title}
      text={text.when(next_billing_date && formatDateTime(next_billing_date))}
      submit={text.submit}
      onClose={onClose}
    >
      {canceled && <p className={styles.notice}>{text.reactivates}</p>}
      <fieldset className={styles.choices}>
        <legend className="sr-only">{text.plans}</legend>
        {plans.map(({ id, description_with_savings }) => (
          <label className={styles.choice} key={id}>
            <input type="radio" name="plan" checked={id === selected} onChange={() => setSelected(id)} />
            <span>{description_with_savings}</span>
            {id === subscription.plan.id && <Badge>{text.current}</Badge>}
            {id === next && id !== subscription.plan.id && <Badge>{text.chosen}</Badge>}
          </label>
        ))}
      </fieldset>
    </FormModal>
  );
}

import { Check } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
import type { Item } from "#domain/items/api.ts";
import { priceProblem } from "#domain/items/rules.ts";
import { editItemRoute } from "#domain/shop/api.ts";
import { useForm } from "#web/lib/form.ts";
import { createItemText, editItemText } from "#web/text/shop.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Confirm } from "#web/ui/modal.tsx";
import { AboutFields } from "./about-fields.tsx";
import styles from "./create.module.css";
import {
  changed,
  endsSale,
  fieldsOf,
  type ItemFields,
  saleLock,
  sentEdit,
  sentPrice,
} from "./item-fields.ts";
import { SaleFields } from "./sale-fields.tsx";

const text = editItemText;

export interface EditFormProps {
  item: Item;
  user: SessionUser;
  onSaved: (item: Item) => void;
}

/** Changes an item's words and how it is sold. To end a limited item's sale is asked once. */
export function EditForm({ item, user, onSaved }: EditFormProps) {
  const [fields, setFields] = useState(() => fieldsOf(item));
  const [ending, setEnding] = useState(false);
  const sure = useRef(false);
  const change = (part: Partial<ItemFields>) => setFields((now) => changed(now, part));
  const lock = saleLock(item, user.role);
  const { purchasable, gold_month } = fields;
  const form = useForm(editItemRoute, {
    params: { id: item.id },
    read: () => sentEdit(fields, lock, user.role),
    check: () => {
      const problem =
        lock === "resold" ? null : priceProblem(purchasable, gold_month || null, sentPrice(fields));
      return problem ? { price: [problem] } : {};
    },
    onDone: (answer) => onSaved(answer.item),
  });
  const onSubmit = (event: FormEvent) => {
    const ends = endsSale(item, fields) && !sure.current;
    sure.current = false;
    if (!ends) return form.props.onSubmit(event);
    event.preventDefault();
    setEnding(true);
  };
  const endSale = () => {
    setEnding(false);
    sure.current = true;
    form.props.ref.current?.requestSubmit();
  };
  return (
    <form {...form.props} onSubmit={onSubmit} className={styles.form}>
      <Card className={styles.card}>
        <h2>{createItemText.about}</h2>
        <AboutFields fields={fields} change={change} errors={form.errors} />
      </Card>
      <div className={styles.side}>
        <Card className={styles.preview}>
          <img
            className={styles.item}
            src={item.thumbnail_url}
            width={300}
            height={300}
            alt={text.picture(item.name)}
          />
        </Card>
        <div className={styles.foot}>
          {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
          <Button type="submit" variant="primary" size="l" full icon={Check} busy={form.busy}>
            {text.save}
          </Button>
          {!form.busy && (
            <LinkButton to={`/items/${item.id}`} variant="quiet" full>
              {text.cancel}
            </LinkButton>
          )}
        </div>
      </div>
      <Card className={styles.card}>
        <h2>{createItemText.sale}</h2>
        <SaleFields
          fields={fields}
          change={change}
          errors={form.errors}
          isAdmin={user.role === "admin"}
          lock={lock}
        />
      </Card>
      <Confirm
        open={ending}
        onClose={() => setEnding(false)}
        title={text.endTitle(item.name)}
        text={text.end}
        action={text.endAction}
        onConfirm={endSale}
      />
    </form>
  );
}

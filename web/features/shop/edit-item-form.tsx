import { Check } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
import type { Item } from "#domain/items/api.ts";
import { editItemRoute } from "#domain/shop/api.ts";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { changedFields } from "#web/lib/changed-fields.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import styles from "./create.module.css";
import { ItemAboutFields, SaleFields } from "./item-about-fields.tsx";
import {
  editInput,
  endsSale,
  type ItemFields,
  itemFieldsOf,
  priceFieldProblem,
  saleLock,
  updateFields,
} from "./item-fields.ts";
import { createItemText, editItemText as text } from "./text/create-item.ts";

export interface EditItemFormProps {
  item: Item;
  user: SessionUser;
  onSaved: (item: Item) => void;
}

export function EditItemForm({ item, user, onSaved }: EditItemFormProps) {
  const [initial] = useState(() => itemFieldsOf(item));
  const [fields, setFields] = useState(initial);
  const [isConfirmingEnd, setConfirmingEnd] = useState(false);
  const isConfirmed = useRef(false);
  const change = (part: Partial<ItemFields>) => setFields((now) => updateFields(now, part));
  const lock = saleLock(item, user.role);
  const form = useForm(editItemRoute, {
    params: { id: item.id },
    read: () => changedFields(editInput(initial, lock, user.role), editInput(fields, lock, user.role)),
    check: () => {
      const problem = lock === "resold" ? null : priceFieldProblem(fields);
      return problem ? { price: [problem] } : {};
    },
    onDone: (response) => onSaved(response.item),
  });
  const onSubmit = (event: FormEvent) => {
    const ends = endsSale(item, fields) && !isConfirmed.current;
    isConfirmed.current = false;
    if (!ends) return form.props.onSubmit(event);
    event.preventDefault();
    setConfirmingEnd(true);
  };
  const endSale = () => {
    setConfirmingEnd(false);
    isConfirmed.current = true;
    form.props.ref.current?.requestSubmit();
  };
  return (
    <form {...form.props} onSubmit={onSubmit} className={styles.form}>
      <Card className={styles.card}>
        <h2>{createItemText.about}</h2>
        <ItemAboutFields fields={fields} change={change} errors={form.errors} />
      </Card>
      <div className={styles.side}>
        <Card className={styles.preview}>
          <ItemPicture
            className={styles.item}
            item={item}
            width={300}
            height={300}
            alt={text.picture(item.name)}
          />
        </Card>
        <div className={styles.footer}>
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
      <ConfirmModal
        open={isConfirmingEnd}
        onClose={() => setConfirmingEnd(false)}
        title={text.endTitle(item.name)}
        text={text.end}
        action={text.endAction}
        onConfirm={endSale}
      />
    </form>
  );
}

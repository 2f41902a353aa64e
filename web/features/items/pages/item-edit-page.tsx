import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import type { Item } from "#domain/items/api.ts";
import { Missing } from "#web/components/missing.tsx";
import { EditItemForm } from "#web/features/shop/edit-item-form.tsx";
import { editItemText as text } from "#web/features/shop/text/create-item.ts";
import { invalidate } from "#web/lib/cache.ts";
import { useMember } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { CHANGED_BY_TRADE, patchItem, useItem } from "../item-query.ts";
import { MissingItem } from "../missing-item.tsx";

export default function ItemEditPage() {
  const { id } = useParams();
  const user = useMember();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { item, isMissing, ...query } = useItem(id);
  if (isMissing) return <MissingItem />;
  if (item && !item.can_edit)
    return (
      <Missing title={text.forbiddenTitle} text={text.forbidden}>
        <LinkButton variant="primary" to={`/items/${item.id}`}>
          {text.back}
        </LinkButton>
      </Missing>
    );
  const onSaved = (saved: Item) => {
    patchItem(client, saved.id, () => saved);
    void invalidate(client, CHANGED_BY_TRADE);
    toast(text.saved, { tone: "good" });
    navigate(`/items/${saved.id}`, { replace: true });
  };
  return (
    <Page title={text.modal} heading={item ? text.title(item.name) : text.modal}>
      {item && <EditItemForm key={item.id} item={item} user={user} onSaved={onSaved} />}
      <QueryError query={query} />
      {query.isPending && <Skeleton height={520} />}
    </Page>
  );
}

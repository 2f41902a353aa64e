import { House, ShoppingBag } from "lucide-react";
import { itemsText } from "#web/text/items.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";

/** There is no such item. */
export function MissingItem() {
  return (
    <Page title={itemsText.missingTitle} heading={null}>
      <h1 className="sr-only">{itemsText.missingTitle}</h1>
      <EmptyState title={itemsText.missingTitle} text={itemsText.missing} art={<Bopi mood="sad" />}>
        <LinkButton variant="primary" icon={ShoppingBag} to="/shop">
          {itemsText.browse}
        </LinkButton>
        <LinkButton icon={House} to="/">
          {itemsText.home}
        </LinkButton>
      </EmptyState>
    </Page>
  );
}

import { House, ShoppingBag } from "lucide-react";
import { itemsText } from "#web/text/items.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Missing } from "#web/ui/missing.tsx";

/** Shown for an item that doesn't exist. */
export function MissingItem() {
  return (
    <Missing title={itemsText.missingTitle} text={itemsText.missing}>
      <LinkButton variant="primary" icon={ShoppingBag} to="/shop">
        {itemsText.browse}
      </LinkButton>
      <LinkButton icon={House} to="/">
        {itemsText.home}
      </LinkButton>
    </Missing>
  );
}

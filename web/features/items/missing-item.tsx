import { House, ShoppingBag } from "lucide-react";
import { Missing } from "#web/components/missing.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { itemsText } from "./text/items.ts";

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

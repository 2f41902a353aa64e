import { useMember } from "#web/lib/user.ts";
import { createItemText } from "#web/text/shop.ts";
import { Page } from "#web/ui/page.tsx";
import { ItemForm } from "./item-form.tsx";

/** Makes an item for the shop. */
export default function CreatePage() {
  const user = useMember();
  return (
    <Page title={createItemText.title}>
      <ItemForm user={user} />
    </Page>
  );
}

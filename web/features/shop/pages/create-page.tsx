import { useMember } from "#web/lib/user.ts";
import { Page } from "#web/ui/page.tsx";
import { CreateItemForm } from "../create-item-form.tsx";
import { createItemText } from "../text/create-item.ts";

export default function CreateItemPage() {
  const user = useMember();
  return (
    <Page title={createItemText.title}>
      <CreateItemForm user={user} />
    </Page>
  );
}

import { Navigate, useLocation } from "react-router";
import { useUser } from "#web/lib/user.ts";
import { createItemText } from "#web/text/shop.ts";
import { Page } from "#web/ui/page.tsx";
import { ItemForm } from "./item-form.tsx";

/** Makes an item for the shop. */
export default function CreatePage() {
  const user = useUser();
  const { search } = useLocation();
  if (!user) {
    const next = encodeURIComponent(`/shop/create/${search}`);
    return <Navigate to={`/login?next=${next}`} replace />;
  }
  return (
    <Page title={createItemText.title}>
      <ItemForm user={user} />
    </Page>
  );
}

import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffItemsPage() {
  return <StaffPage>{(nav) => <Page title="Items to review">{nav}</Page>}</StaffPage>;
}

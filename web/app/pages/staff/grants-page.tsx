import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffGrantsPage() {
  return <StaffPage>{(nav) => <Page title="Grants">{nav}</Page>}</StaffPage>;
}

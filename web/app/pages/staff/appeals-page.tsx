import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffAppealsPage() {
  return <StaffPage>{(nav) => <Page title="Appeals">{nav}</Page>}</StaffPage>;
}

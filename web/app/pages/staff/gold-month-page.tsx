import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffGoldMonthPage() {
  return <StaffPage>{(nav) => <Page title="Gold month">{nav}</Page>}</StaffPage>;
}

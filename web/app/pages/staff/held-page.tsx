import { HeldScreen } from "#web/features/spam/held-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** What was written and waits for staff. */
export default function StaffHeldPage() {
  return <StaffPage>{(nav) => <HeldScreen nav={nav} />}</StaffPage>;
}

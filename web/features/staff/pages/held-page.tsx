import { HeldScreen } from "#web/features/spam/held-screen.tsx";
import { StaffPage } from "../staff-page.tsx";

/** The queue of posts held for review. */
export default function StaffHeldPage() {
  return <StaffPage>{(nav) => <HeldScreen nav={nav} />}</StaffPage>;
}

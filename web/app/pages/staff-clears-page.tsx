import { AsideScreen } from "#web/features/clears/aside-screen.tsx";
import { StaffPage } from "../staff/staff-page.tsx";

/** Clears that were too fast to be true. */
export default function StaffClearsPage() {
  return <StaffPage>{(nav) => <AsideScreen nav={nav} />}</StaffPage>;
}
